/* A worker: an OS thread that runs blocks, one at a time; and the running block's
   threads. */
#ifndef EMU_WORKER_H
#define EMU_WORKER_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform.h"
#include "emu_launch.h"
#include "fault.h"
#include "log.h"
#include "param.h"
#include "running.h"

/* A CUDA thread. */
enum thread_state {
    THREAD_READY,
    THREAD_BARRIER, /* waits at __syncthreads() */
    THREAD_BLOCKED, /* waits at another barrier: barriers.c */
    THREAD_WARP,    /* waits in an operation of its warp */
    THREAD_EXITED
};

struct thread {
    struct context context; /* where it stopped */
    bool created;
    struct uint3 idx; /* threadIdx */
    uintptr_t site;   /* the pc of the barrier or warp operation where it waits */
    uint32_t mask;    /* lanes of that warp operation... */
    uint64_t value;   /* ...and the value that it gives, and later takes */
    enum emu_collective op;
    int argument;
    bool fencing; /* at EMU_ALONE: because of a fence, or of an atomic operation after
                     one */
    int patience; /* rounds that it has waited there */
    /* Of THREAD_BLOCKED: the barrier, and the phase or parity that it waits for. */
    int barrier;
    uint64_t until;
    bool by_parity;
    bool polls, answered; /* may go on before that; and shall */
    bool early;           /* it was, at once, since it last saw a phase complete */
    uint64_t arrived;     /* at barrier.cluster: the phase, from 1; 0: it has not */
    bool relaxed;         /* it arrives there now, by .relaxed */
    bool swapped;         /* a compare-and-swap of it has stored */
    bool fenced;          /* it has executed a fence: flags.c... */
    const void *flag;     /* ...and where its last atomic operation was, since then */
    const volatile void *asked; /* where its last atomic operation changed nothing... */
    uint64_t answer;            /* ...and what that returned: atomic.c */
    uint64_t specials;          /* instructions on the special function unit */
    bool lingers; /* lets other warps run, and is ready only for that: wgmma.c */
};

enum { MOST_OBSERVERS = 24 };

struct worker {
    int number; /* from 0 */
    const struct launch *launch;
    const struct events *on;   /* the observers of its events: event.h... */
    void *own[MOST_OBSERVERS]; /* ...and the memory of each */

    /* The threads of the block; thread.c runs them. */
    struct context scheduler; /* back to emu_threads_run() from a thread... */
    jmp_buf abandon;          /* ...and from there to block.c, if one was abandoned */
    bool threads_run;         /* one of them has the stack, not the scheduler */
    bool abandoned;
    uint32_t turn; /* lanes of the running warp that have yet to run */
    struct thread thread[MAX_THREADS];
    struct thread *running;
    uint8_t state[MAX_THREADS]; /* enum thread_state of each */
    char *stacks;
    uint64_t (*log)[LOG_STRIDE];    /* one row per lane */
    uint16_t filled[WARP_SIZE];     /* entries in each row */
    uint32_t (*stored)[LOG_STRIDE]; /* of each entry: stored.h; NULL: not wanted */
    uint32_t stored_late;  /* lanes whose stores were not made when they were logged */
    const char *stack_top; /* where the kernel's part of thread 0's stack begins */
    ptrdiff_t stack_bytes; /* the most that the kernel used there */

    /* The block; block.c runs it. */
    uint64_t block;      /* linear index */
    uint32_t first_lane; /* linear thread index of the running warp's lane 0 */
    int votes;           /* threads whose predicate was true at the last barrier... */
    int arriving;        /* ...and so far at the next one */
    uintptr_t barrier;   /* where the first thread waits at it; 0: none yet */
    bool elsewhere;      /* another thread waits at another place */
    uint32_t at_grid;    /* threads at a barrier of the whole grid */
    uint64_t epoch;      /* barriers passed, in all blocks */
    bool turn_ends;      /* the running warp has accessed global memory, or waits */

    /* Its shared memory; shared.c. */
    uintptr_t shared_base;            /* the OS thread's thread-local segment... */
    uint8_t *shared_shadow;           /* ...and its shadow */
    uint64_t shared_low, shared_high; /* offsets written by the running block */
    unsigned shadow_launch;           /* the launch that shared_shadow is right for */
    unsigned view_launch;             /* the last launch of which members.c knows... */
    const struct emu_member *(*view)(void); /* ...this view */

    /* Its faults; fault.c. */
    struct fault_record fault; /* the first, since blocks run in order */
    uint64_t fault_epoch;      /* found in this epoch */
    unsigned long faults;
    bool raced;   /* a race was found since the last barrier */
    bool stopped; /* a fault ended its block */
    /* Of the running block's kernel; 0: not said. */
    struct {
        uint32_t threads, blocks, registers;
    } bounds;
    struct worker *remote; /* whose shared memory the running thread accesses, if it is
                              that of another block of the cluster; NULL: its own */
    bool accumulates;  /* registers that are accumulators of wgmma must be watched */
    uint64_t specials; /* of all threads of the block, together */
    bool enough; /* an observer of `meet` wants no more of the block: it ends there */
};

/* thread.c: prepare the OS thread to run blocks, once; gives up if memory is
   exhausted. */
void emu_worker_prepare(struct worker *w);
/* Run these lanes of the running warp, one after the other, each until it stops. */
void emu_threads_run(struct worker *w, uint32_t lanes);
/* warp_ops.c: emu_warp(), called at `site`. */
uint64_t emu_warp_at(enum emu_collective op, uint32_t mask, uint64_t value,
                     int argument, uintptr_t site);
/* Stop the running thread until its warp or block resumes it. */
void emu_thread_wait(struct worker *w, enum thread_state state, uintptr_t site);
/* True if the address is below the running thread's stack, in another one's. */
bool emu_stack_is_full(const struct worker *w, uintptr_t a);
/* Its block will not go on: back to block.c, from the running thread or the scheduler.
 */
_Noreturn void emu_thread_abandon(struct worker *w);
/* Stop the running thread because its log is full. */
void emu_thread_pause(void);
/* The built-in variables: set those of the running block; get those of the running
   thread; true if the address is in one of them. */
void emu_built_in_block(const struct worker *w);
void emu_built_in(struct uint3 *thread, struct uint3 *block);
bool emu_is_built_in(uintptr_t a);
/* The kernel has called a function with this frame: note how much stack thread 0 uses,
   from stack_top, the kernel's frame, to this one. */
static inline void emu_note_stack(struct worker *w, const char *frame)
{
    if (w->running == w->thread && w->stack_top - frame > w->stack_bytes)
        w->stack_bytes = w->stack_top - frame;
}

/* The running thread's linear index in its block. */
static inline uint32_t emu_running(const struct worker *w)
{
    return (uint32_t)(w->running - w->thread);
}

/* block.c: begin a block; run it, from its start or from the barrier of the grid where
   it waits, to its end, a fault or the next barrier of the whole grid. */
enum block_state { BLOCK_ENDED, BLOCK_STOPPED, BLOCK_AT_GRID };
void emu_block_begin(struct worker *w, uint64_t block);
enum block_state emu_block_run(struct worker *w);
/* Which of the n threads from states[0] on are in this state: one bit each. */
uint32_t emu_lanes_in(const uint8_t *states, int n, enum thread_state state);

/* warp.c: merge the lanes' logs into requests. Lanes in `open` will log more before
   they stop; a request that may still get an access from them waits. */
void emu_warp_merge(struct worker *w, uint32_t open);

/* warp_ops.c: complete the warp operations whose lanes have all arrived; `present` are
   the lanes of the running warp. True if some lane may resume. */
bool emu_warp_ops(struct worker *w, uint32_t present);
/* True if those of the warp that begins with thread `first` would complete one. */
bool emu_warp_complete(const struct worker *w, uint32_t first);
/* Of these only EMU_ALONE, of a lane that has long waited while others go on: they may
   wait for it, as at a lock. */
bool emu_warp_alone(struct worker *w, uint32_t present);

#endif
