/*
 * The threads of a block: coroutines. Each runs until it waits, fills its log or ends,
 * and then switches to the next one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "crash.h"
#include "event.h"
#include "launch.h"
#include "platform.h"
#include "settings.h"
#include "shared.h"
#include "stored.h"
#include "witness.h"
#include "worker.h"

/* The built-in variables, under the names that kernels read: emu_builtin.hpp. */
EMU_OWN struct uint3 emu_threadIdx, emu_blockIdx;
EMU_OWN struct dim3 emu_blockDim, emu_gridDim;

void emu_built_in_block(const struct worker *w)
{
    const struct dim3 g = w->launch->config.__grid;
    emu_blockIdx =
        (struct uint3){w->block % g.x, w->block / g.x % g.y, w->block / g.x / g.y};
    emu_blockDim = w->launch->config.__block;
    emu_gridDim = g;
}

void emu_built_in(struct uint3 *thread, struct uint3 *block)
{
    *thread = emu_threadIdx;
    *block = emu_blockIdx;
}

bool emu_is_built_in(uintptr_t a)
{
    return a - (uintptr_t)&emu_threadIdx < sizeof emu_threadIdx ||
           a - (uintptr_t)&emu_blockIdx < sizeof emu_blockIdx ||
           a - (uintptr_t)&emu_blockDim < sizeof emu_blockDim ||
           a - (uintptr_t)&emu_gridDim < sizeof emu_gridDim;
}

/* From here on hooks log for thread i; prefetch the lane that runs next. */
static inline struct thread *enter(struct worker *w, uint32_t i)
{
    struct thread *t = &w->thread[i];
    int lane = i % WARP_SIZE;
    w->running = t;
    emu_threadIdx = t->idx;
    emu_log_open(w, lane);
    emu_witness_lane(w, lane);
    if (w->turn)
        emu_context_prefetch(
            &w->thread[w->first_lane + __builtin_ctz(w->turn)].context);
    return t;
}

static char *stack_of(const struct worker *w, int i)
{
    return w->stacks + (size_t)i * STACK_BYTES;
}

bool emu_stack_is_full(const struct worker *w, uintptr_t a)
{
    const char *stack = stack_of(w, emu_running(w));
    return (char *)a < stack + PAGE_BYTES && (char *)a >= stack - STACK_BYTES;
}

/* The running thread stops, and the next one resumes, else the scheduler. Lanes stop at
   the same places, so processors predict a direct switch from one to the next. */
static inline void hand_over(struct worker *w, struct thread *t)
{
    int lane = (t - w->thread) % WARP_SIZE, next = w->turn ? __builtin_ctz(w->turn) : 0;
    w->filled[lane] = emu_log_next - w->log[lane];
    if (w->stored)
        emu_stored_keep(w, lane);
    if (w->turn && w->thread[w->first_lane + next].created) {
        w->turn &= w->turn - 1;
        emu_context_switch(&t->context, &enter(w, w->first_lane + next)->context);
    } else {
        emu_context_switch(&t->context, &w->scheduler);
    }
}

/* A function of its own, so that thread_main()'s variables are above it on the
   stack. */
static __attribute__((noinline)) void run_kernel(void)
{
    struct worker *w = emu_worker();
    if (w->running == w->thread)
        w->stack_top = __builtin_frame_address(0);
    w->launch->run(w->launch->closure);
}

static void thread_main(void)
{
    for (;;) { /* one iteration per block that this coroutine serves */
        run_kernel();
        emu_thread_wait(emu_worker(), THREAD_EXITED, 0);
    }
}

void emu_thread_wait(struct worker *w, enum thread_state state, uintptr_t site)
{
    struct thread *t = w->running;
    w->state[t - w->thread] = state;
    t->site = site;
    hand_over(w, t);
}

/* Its coroutine does not return: the next block's thread gets a new one. */
void emu_thread_exit(void)
{
    struct worker *w = emu_worker();
    w->running->created = false;
    emu_thread_wait(w, THREAD_EXITED, 0);
    __builtin_unreachable();
}

void emu_thread_pause(void)
{
    struct worker *w = emu_worker();
    hand_over(w, w->running);
}

_Noreturn void emu_thread_abandon(struct worker *w)
{
    if (!w->threads_run)
        _longjmp(w->abandon, 1);
    w->abandoned = true;
    emu_context_switch(&w->running->context, &w->scheduler);
    __builtin_unreachable();
}

/* Give a thread its stack. */
static void create(struct worker *w, uint32_t i)
{
    /* Stacks start at different offsets, so that they use different sets of the cache.
       The lowest page is left out: an access to it is a stack overflow. */
    emu_pages_guard(stack_of(w, i));
    emu_context_end(&w->thread[i].context);
    emu_context_new(&w->thread[i].context, stack_of(w, i) + PAGE_BYTES,
                    STACK_BYTES - PAGE_BYTES - i % 32 * 128, thread_main);
    w->thread[i].created = true;
    w->thread[i].early = false;
}

void emu_threads_run(struct worker *w, uint32_t lanes)
{
    for (w->turn = lanes; w->turn;) {
        uint32_t i = w->first_lane + __builtin_ctz(w->turn);
        w->turn &= w->turn - 1;
        if (!w->thread[i].created)
            create(w, i);
        w->threads_run = true;
        emu_context_switch(&w->scheduler, &enter(w, i)->context);
        w->threads_run = false;
        if (w->abandoned)
            _longjmp(w->abandon, 1);
    }
    emu_log_close();
    emu_witness_lanes_end();
}

void emu_worker_prepare(struct worker *w)
{
    size_t bytes = (size_t)MAX_THREADS * STACK_BYTES;
    w->stacks = emu_pages_reserve(bytes, true);
    w->log = aligned_alloc(64, WARP_SIZE * sizeof *w->log);
    if (!w->stacks || !w->log) {
        fprintf(stderr, "emulator: not enough memory for a worker\n");
        emu_give_up();
    }
    emu_shared_prepare(w);
    emu_running_prepare(w);
    emu_log_prepare(w);
    emu_crash_thread();
}

/* ---- The functions that kernels call. */

static uint64_t pack(uint64_t x, uint64_t y, uint64_t z)
{
    return x | y << 32 | z << 48;
}

uint64_t emu_thread_idx(void)
{
    return pack(emu_threadIdx.x, emu_threadIdx.y, emu_threadIdx.z);
}

uint64_t emu_block_idx(void)
{
    return pack(emu_blockIdx.x, emu_blockIdx.y, emu_blockIdx.z);
}

uint64_t emu_block_dim(void)
{
    return pack(emu_blockDim.x, emu_blockDim.y, emu_blockDim.z);
}

uint64_t emu_grid_dim(void)
{
    return pack(emu_gridDim.x, emu_gridDim.y, emu_gridDim.z);
}
