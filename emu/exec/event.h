/*
 * What happens in a launch, and who is told: detectors, counters and traces are
 * observers. The execution knows none of them by name; api/start.c lists them.
 *
 * Events of a worker come on its own OS thread. An observer keeps what belongs to a
 * worker in memory of its own, emu_own(), and what belongs to the launch behind a lock.
 */
#ifndef EMU_EVENT_H
#define EMU_EVENT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"
#include "request.h"
#include "worker.h"

/* An access that the shadow does not simply allow. offset as in the log, or an address
   where detail says that it is one. */
struct odd_access {
    uint64_t offset;
    uint32_t size;
    bool write;
    uintptr_t pc;
    bool misaligned;    /* the offset is no multiple of size */
    bool outside;       /* some byte may not be touched */
    bool unset;         /* a read; some byte was never set */
    enum detail detail; /* of `outside` */
};

/* Each function may be NULL. */
struct observer {
    const char *name; /* in EMU_CHECKS; NULL: it cannot be left out */
    bool off;         /* unless EMU_CHECKS names it */
    bool step;        /* it is told of each access before the next one: slow */
    int *slot;        /* set when it is registered: for emu_own() */
    size_t bytes;     /* that it keeps for each worker, 0 at first */
    void (*prepare)(struct worker *w); /* such memory is there */

    void (*launch)(const struct launch *l); /* before the first block, on the host's */
    void (*completed)(const struct launch *l); /* after the last, likewise */
    void (*begin)(struct worker *w);           /* the worker takes part in a launch */
    void (*block)(struct worker *w);           /* a block begins */
    void (*block_end)(struct worker *w);       /* it has ended, without a stop */

    void (*turn)(struct worker *w);           /* a warp goes on */
    void (*lane)(struct worker *w, int lane); /* a lane of it does */
    void (*lanes_end)(struct worker *w);      /* no lane runs */
    void (*inside)(bool begins); /* the emulator accesses memory for a kernel */

    void (*global)(struct worker *w, const struct request *r);
    void (*shared)(struct worker *w, const struct request *r);
    void (*constant)(struct worker *w, uint32_t bytes); /* of a __constant__ array */
    void (*odd)(struct worker *w, const struct odd_access *a);

    void (*wait)(struct worker *w, uintptr_t site); /* a thread, at a barrier */
    void (*meet)(struct worker *w);    /* every thread waits or has ended */
    void (*barrier)(struct worker *w); /* those at the barrier are about to go on */
    void (*grid)(struct worker *w); /* each block waits at a barrier of the whole grid
                                       or has ended; no other worker runs */
    void (*warp_sync)(struct worker *w); /* the running warp's lanes are in order */
    void (*fence)(struct worker *w, uintptr_t pc); /* __threadfence() */
    /* A thread takes the value of a lane of its warp that gives none. */
    void (*absent)(struct worker *w, uint32_t thread, int lane);

    void (*fault)(struct worker *w, const struct fault_record *f); /* was recorded */
    void (*stopping)(const struct fault_record *f); /* a thread, because of it */
    void (*ending)(struct worker *w); /* the program, in a kernel, after a fault */
    void (*host_touched)(uintptr_t pc, uint64_t offset); /* device memory; it ends */
    bool (*signal)(int number, const siginfo_t *info, void *context); /* true: it is
                                                                         dealt with */
    double (*interval)(void); /* seconds until worker 0 is to be sent SIGNAL_LOOK */

    void (*freed)(uint64_t offset); /* the allocation there, by the host */

    /* A thread is about to make this access: only if access.c is compiled with
       -DEMU_DEBUG. */
    void (*access)(struct worker *w, uintptr_t address, uint32_t size, uintptr_t pc);
};

enum { SIGNAL_LOOK = SIGUSR1 };

/* From now on the observer is told, if EMU_CHECKS wants it. Not while a launch runs. At
   most MOST_OBSERVERS; those registered first are told first. */
void emu_observe(const struct observer *o);

/* All are registered: give up with one line if EMU_CHECKS names one that there is not.
 */
void emu_checks_verify(void);

/* On a new worker: give each observer its memory. */
void emu_observers_prepare(struct worker *w);

/* What an observer keeps for a worker. */
static inline void *emu_own(const struct worker *w, int slot)
{
    return w->own[slot];
}

/* The functions to call, a list for each event; NULL ends it. */
/* clang-format off */
#define EMU_EVENTS(E)                                                                  \
    E(prepare) E(launch) E(completed) E(begin) E(block) E(block_end) E(turn) E(lane)      \
    E(lanes_end) E(inside) E(global) E(shared) E(constant) E(odd) E(wait) E(meet)      \
    E(barrier) E(grid) E(warp_sync) E(fence) E(absent) E(fault) E(stopping) E(ending)          \
    E(host_touched) E(signal) E(interval) E(freed) E(access)
/* clang-format on */
struct events {
    int depth; /* accesses that a lane may make before its warp is merged */
#define EMU_LIST(event)                                                                \
    __typeof__(((struct observer *)0)->event) event[MOST_OBSERVERS + 1];
    EMU_EVENTS(EMU_LIST)
#undef EMU_LIST
};

/* The lists as they are now, for events that come from no worker. */
const struct events *emu_events(void);

/* EMU_TELL(w->on, shared, w, r): call shared(w, r) of all that have it. The first two
   have a call of their own each, which processors predict. */
#define EMU_TELL(to, event, ...)                                                       \
    do {                                                                               \
        const struct events *const emu_on = (to);                                      \
        if (!emu_on->event[0])                                                         \
            break;                                                                     \
        emu_on->event[0](__VA_ARGS__);                                                 \
        if (!emu_on->event[1])                                                         \
            break;                                                                     \
        emu_on->event[1](__VA_ARGS__);                                                 \
        for (int emu_i = 2; emu_on->event[emu_i]; emu_i++)                             \
            emu_on->event[emu_i](__VA_ARGS__);                                         \
    } while (0)

#endif
