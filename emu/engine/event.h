/*
 * The events of a launch, and their observers: detectors, counters and traces. The code
 * of this layer does not know the observers; api/start.c lists them.
 *
 * Events of a worker come on its own OS thread. An observer keeps the data of a worker
 * in memory of its own, emu_own(), and protects the data of a launch by a lock.
 */
#ifndef EMU_EVENT_H
#define EMU_EVENT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu_element.h"
#include "fault.h"
#include "request.h"
#include "worker.h"

/* An access that needs a closer check. offset is as in the log, or an address for some
   values of detail. */
struct odd_access {
    uint64_t offset;
    uint32_t size;
    bool write;
    uintptr_t pc;
    bool misaligned; /* the offset is not a multiple of size */
    bool outside;    /* some byte must not be accessed */
    bool unset;      /* a read; some byte was never set */
    const struct worker
        *owner;         /* of shared memory, if it is another block's; else NULL */
    enum detail detail; /* of `outside` */
};

/* The running thread accesses shared memory of another block of its cluster. */
struct remote_access {
    struct worker *owner; /* which runs that block */
    uint64_t offset;      /* there */
    uint32_t size;
    bool write, atomic;
    bool copy; /* by a bulk copy, which it begins */
    uintptr_t pc;
};

/* The product of fragments by a warp. */
struct matrix_work {
    enum emu_element_kind of, sums; /* types of the factors, and of the sums */
    uint32_t instructions;
    uint64_t operations; /* a multiplication and an addition are two */
    uint32_t loaded;     /* bytes that ldmatrix has loaded; then all others are 0 */
    bool wgmma;          /* by a warp's part of one, which... */
    uint32_t products;   /* ...makes each sum one of so many products, and... */
    uint32_t read;       /* ...reads so many bytes of shared memory; else 0 */
};

/* An asynchronous copy that an mbarrier completes. */
struct landing {
    int barrier;
    uint32_t thread; /* that began it */
    uintptr_t pc;    /* where it was begun */
    uint64_t offset; /* of its bytes in shared memory */
    uint32_t bytes;
    bool bulk;   /* by the copy engine... */
    int swizzle; /* ...which has permuted so many bytes; 0: none; -1: no tensor copy */
};

/* The running thread's bulk copy, in shared memory: it begins to fill these bytes, or
   to read them; or it has read them. */
struct bulk_access {
    enum { BULK_FILLS, BULK_READS, BULK_DONE } kind;
    uint32_t thread;
    uintptr_t pc;
    uint64_t offset;
    uint32_t bytes;
    int barrier; /* that counts them, if it fills */
};

/* Of a bulk copy that the running thread begins: bytes in a row of global memory; there
   may be none. */
struct bulk_run {
    bool write;  /* to global memory */
    bool tensor; /* by a tensor map */
    uint64_t offset;
    uint32_t bytes;
    uintptr_t pc;
};

enum { WARPGROUP = 4 /* warps */ };

/* The running warp begins its part of a wgmma of m64 x n x k. It is complete with this
   group of the warp. */
struct wgmma_part {
    uint32_t warp, group;
    uintptr_t pc;
    enum emu_element_kind of;
    int n, k;
    uint64_t a, b;             /* descriptors */
    bool a_along_k, b_along_k; /* elements that are contiguous */
    bool from_registers;       /* its A */
};

/* The running warp's part of a wgmma, which begins to read n pieces of 16 bytes of
   shared memory, where its descriptor has this swizzle. It is complete with this group
   of the warp. */
struct operand {
    uint32_t warp, group;
    uintptr_t pc;
    int swizzle; /* bytes that are permuted; 0: none */
    int n;
    const uint32_t *piece; /* offsets */
};

struct bulk_copy;
struct cluster;

/* Asynchronous work: it begins, something completes it, and a thread learns of that.
   Barriers are those of barriers.h. */
struct async_event {
    enum async_type {
        /* ---- Barriers. */
        ASYNC_INITIALISED, /* the running thread has initialised mbarrier `barrier` */
        ASYNC_ARRIVES,     /* `thread` arrives n times, after all that it did */
        ASYNC_ARRIVES_AT, /* ...at a barrier of `owner`, another block of its cluster */
        ASYNC_COMPLETES,  /* a phase of the barrier is complete */
        ASYNC_PASSES,     /* `thread` has waited for it, and goes on */
        /* ---- Copies. */
        ASYNC_COPIES, /* the running thread begins `copy`; before the two below */
        ASYNC_BULK,   /* `bulk`: of its bytes in shared memory */
        ASYNC_RUN,    /* `run`: of its bytes in global memory */
        ASYNC_LANDS, /* `landing`: a copy is complete; before the first thread passes */
        /* ---- wgmma. */
        ASYNC_MULTIPLIES, /* `product`: the running warp's part begins... */
        ASYNC_READS,      /* `operand`: ...and what it reads */
        ASYNC_MULTIPLIED, /* `warp` has waited for its groups up to `group` */
        /* ---- Fences of the running thread. */
        ASYNC_PROXY_FENCE, /* what it has stored to shared memory is ordered before what
                              the copy engine and the tensor cores do */
        ASYNC_INIT_FENCE, /* the copy engine sees the mbarriers that it has initialised;
                             also fence.acq_rel.cluster */
        /* ---- Atomic operations, and stores to volatile variables, in device memory;
           only in programs with fences. */
        ASYNC_FLAG_NEXT,    /* the running thread will access `flag` so... */
        ASYNC_FLAG_DONE,    /* ...and has; not of stores */
        ASYNC_KERNEL_ENDED, /* it knows that the kernel before has ended */
        ASYNC_TYPES
    } what;
    int barrier;
    uint32_t thread, n;
    struct worker *owner;
    uint32_t warp, group;
    union {
        const struct bulk_copy *copy;
        const struct bulk_access *bulk;
        const struct bulk_run *run;
        const struct landing *landing;
        const struct wgmma_part *product;
        const struct operand *operand;
        uintptr_t flag;
    };
};

/* Each function may be NULL. */
struct observer {
    const char *name; /* in EMU_CHECKS; NULL: always on */
    bool off;         /* off unless EMU_CHECKS names it */
    bool step;        /* called after each access, before the next one: slow */
    int *slot;        /* set at registration: for emu_own() */
    size_t bytes;     /* of its memory per worker, 0 at first */
    void (*prepare)(struct worker *w); /* that memory is allocated */

    void (*launch)(const struct launch *l);    /* before the first block, on the host's
                                                  OS thread */
    void (*completed)(const struct launch *l); /* after the last block, there */
    void (*begin)(struct worker *w);           /* the worker takes part in a launch */
    void (*cluster)(struct worker *w,
                    const struct cluster *c); /* a cluster begins; before its blocks */
    void (*block)(struct worker *w);          /* a block begins */
    void (*block_end)(struct worker *w);      /* it has ended, and was not stopped */

    void (*turn)(struct worker *w); /* a warp resumes */
    void (*global)(struct worker *w, const struct request *r);
    void (*shared)(struct worker *w, const struct request *r);
    void (*constant)(struct worker *w, uint32_t bytes); /* of a __constant__ array */
    void (*matrix)(struct worker *w,
                   const struct matrix_work *m); /* a warp multiplies */
    void (*odd)(struct worker *w, const struct odd_access *a);

    void (*wait)(struct worker *w, uintptr_t site); /* a thread waits at a barrier */
    void (*meet)(struct worker *w);    /* every thread waits or has ended */
    void (*barrier)(struct worker *w); /* the threads at the barrier will resume, if any
                                          are left; also at barriers of the grid */
    void (*async)(struct worker *w, const struct async_event *e);
    unsigned hears; /* the types of these that it is called for: a set of 1 << type; 0:
                       all */
    void (*remote)(struct worker *w, const struct remote_access *a);
    /* No thread can go on: record it, and end the block, or leave it to another one. */
    void (*deadlock)(struct worker *w);
    void (*grid)(struct worker *w); /* each block waits at a barrier of the whole grid
                                       or has ended; no other worker runs */
    void (*warp_sync)(struct worker *w); /* the running warp's lanes are in order */
    void (*shuffle)(struct worker *w, int lanes);  /* so many take a value */
    void (*fence)(struct worker *w, uintptr_t pc); /* __threadfence() */
    /* The running thread will load n bytes by __ldg(). */
    void (*read_only)(struct worker *w, const void *p, size_t n, uintptr_t pc);
    /* A thread takes a value from a lane of its warp that gives none. */
    void (*absent)(struct worker *w, uint32_t thread, int lane);

    void (*fault)(struct worker *w, const struct fault_record *f); /* was recorded */
    void (*stopping)(const struct fault_record *f); /* it will end the running thread */
    void (*ending)(struct worker *w); /* the program ends in a kernel, after a fault */
    void (*host_touched)(uintptr_t pc, uint64_t offset); /* the host accessed device
                                                            memory; the program ends */
    void (*freed)(uint64_t offset); /* the host freed the allocation there */

    /* A thread will make this access next. Only if access.c is compiled with
       -DEMU_DEBUG. */
    void (*access)(struct worker *w, uintptr_t address, uint32_t size, uintptr_t pc);
};

enum { SIGNAL_LOOK = SIGUSR1 };

/* Register the observer, unless EMU_CHECKS turns it off. Not while a launch runs. At
   most MOST_OBSERVERS; they are called in the order of registration. */
void emu_observe(const struct observer *o);

/* After all are registered: give up with one line if EMU_CHECKS has an unknown name. */
void emu_checks_verify(void);

/* On a new worker: give each observer its memory. */
void emu_observers_prepare(struct worker *w);

/* At the start of a block: let its lanes stop after each access, as `step` does for all
   blocks, let its warps take turns there, too; or no longer. */
enum stepping { STEP_NOT, STEP, STEP_IN_TURN };
void emu_events_step(struct worker *w, enum stepping stepping);

/* An observer's memory for a worker. */
static inline void *emu_own(const struct worker *w, int slot)
{
    return w->own[slot];
}

/* The functions to call: one list per event, ended by NULL. */
/* clang-format off */
#define EMU_EVENTS(E)                                                                  \
    E(prepare) E(launch) E(completed) E(begin) E(cluster) E(block) E(block_end)        \
    E(turn) E(global) E(shared) E(constant) E(matrix) E(odd) E(wait) E(meet)           \
    E(barrier) E(remote) E(deadlock) E(grid) E(warp_sync) E(shuffle) E(fence)          \
    E(read_only) E(absent) E(fault) E(stopping) E(ending) E(host_touched) E(freed) E(access)
/* clang-format on */
struct events {
    int depth;         /* accesses that a lane may make before its warp is merged... */
    int turn_accesses; /* ...and before the next warp runs, at least */
#define EMU_LIST(event)                                                                \
    __typeof__(((struct observer *)0)->event) event[MOST_OBSERVERS + 1];
    EMU_EVENTS(EMU_LIST)
#undef EMU_LIST
    __typeof__(((struct observer *)0)->async) async[ASYNC_TYPES][MOST_OBSERVERS + 1];
};

/* The current lists, for events that come from no worker. */
const struct events *emu_events(void);

/* EMU_TELL(w->on, shared, w, r): call shared(w, r) of all observers that have it. The
   first two have separate call instructions, which processors predict better. */
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

/* EMU_ASYNC(w, ASYNC_PASSES, .thread = i, .barrier = b) */
#define EMU_ASYNC(w, event, ...)                                                       \
    do {                                                                               \
        const struct async_event emu_event = {.what = (event), ##__VA_ARGS__};         \
        EMU_TELL((w)->on, async[emu_event.what], w, &emu_event);                       \
    } while (0)

#endif
