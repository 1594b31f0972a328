/*
 * Barriers beside __syncthreads(): those with names, bar.sync 1 and so on, and
 * mbarriers, which are objects in shared memory. barriers.c makes threads wait;
 * named.c and mbarrier.c know the rules of each kind.
 */
#ifndef EMU_BARRIERS_H
#define EMU_BARRIERS_H

#include <stdbool.h>
#include <stdint.h>

#include "worker.h"

enum {
    CLUSTER = 16, /* barrier.cluster: cluster_barrier.c; before it, bar.sync 0 to 15;
                     __syncthreads() is barrier 0 */
    NAMED,
    MBARRIERS = 512, /* objects of a block, at most */
    BARRIERS = NAMED + MBARRIERS,
    MBARRIER_BYTES = 8,
    FLAGS = 256, /* of flags.c: behind the barriers, where events have their number */
    POOL = BARRIERS + FLAGS, /* what threads wait for that need registers */
};

/* A barrier of the running block. Its number is below NAMED, or else NAMED and its
   place in the table of mbarriers. */
struct barrier {
    bool used;       /* mbarrier: initialised. Named: has threads that arrived */
    uint64_t offset; /* of an mbarrier in shared memory */
    uint64_t phase;  /* phases completed... */
    uint64_t waited; /* ...when a wait last ended */
    uint32_t expected, pending; /* arrivals of a phase, and those that are missing */
    uint32_t copies;            /* asynchronous ones that it completes, in flight */
    int64_t bytes; /* that the phase expects of bulk copies, and that have not come */
    bool whole;    /* named: for all threads of the block */
    int votes, result; /* of bar.red: in this phase, and in the last one */
    uintptr_t pc;      /* initialised there, or first arrived at */
    uint32_t thread;   /* by this thread */
};

/* The i-th barrier of the worker's block; its registers. */
struct barrier *emu_barrier_at(const struct worker *w, int i);
struct registers *emu_registers_of(const struct worker *w);

/* The mbarrier at this offset: a new one, or -1 if there is none. */
int emu_barriers_add(const struct worker *w, uint64_t offset);
int emu_barriers_find(const struct worker *w, uint64_t offset);

/* True if an mbarrier is at this offset, or is being initialised there. */
bool emu_barriers_hold(const struct worker *w, uint64_t offset);

/* Let the running thread's earlier accesses take effect before what it does next. */
void emu_barrier_order(uintptr_t site);
/* The running thread waits until a phase of barrier i is complete: with by_parity, one
   of this parity, else all up to `until`. If it `polls`, it returns false early: once,
   if the phase is not complete; and where no thread of the block can go on. */
bool emu_barrier_wait(int i, uint64_t until, bool by_parity, bool polls,
                      uintptr_t site);
/* The mbarrier at p, which the running thread uses, and the worker of its block; else
   it is a fault: `text`. */
struct barrier_place {
    struct worker *of;
    int i;
};
struct barrier_place emu_mbarrier_find(const void *p, const char *text, uintptr_t site);
/* The mbarrier at p that counts the bytes of a copy; a fault if there is none. */
struct barrier_place emu_mbarrier_of_copy(const void *p, uintptr_t site);
/* The running thread has begun a bulk copy whose bytes this barrier counts. */
void emu_barrier_fills(struct barrier_place b);
/* So many more bytes are expected; or, if negative, have come. */
void emu_barrier_expect(struct barrier_place b, int64_t bytes);
/* n threads arrive; the running one is among them. */
void emu_barrier_arrive(struct barrier_place b, uint32_t n);
/* The running thread has misused barrier b, or one that there is not (NULL), as `text`
   says: ends the block. */
_Noreturn void emu_barrier_misused(const char *text, const struct barrier *b,
                                   uintptr_t site);

/* No thread of the block can go on, and some wait at such barriers. Lets some of them
   go on, or records the deadlock and ends the block. True if those that poll go on,
   though nothing has happened. */
bool emu_barriers_stuck(struct worker *w);
/* True if some thread of the block waits at such a barrier. */
bool emu_barriers_waiting(const struct worker *w);
/* True if some thread of the block can go on, or polls such a barrier and will be
   answered again. */
bool emu_barriers_go_on(const struct worker *w);
bool emu_barriers_poll(const struct worker *w); /* the second of the two */
/* All threads of the block that wait at barrier i look again. */
void emu_barrier_wake(struct worker *w, int i);

/* A block that will go on after other blocks have run, at a barrier of the whole grid:
   take its barriers, or give them back. NULL: none. */
struct barriers;
struct barriers *emu_barriers_take(const struct worker *w);
void emu_barriers_give(const struct worker *w, struct barriers *b);

#endif
