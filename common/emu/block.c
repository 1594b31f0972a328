/*
 * One block. Its threads are coroutines: each runs until it meets a barrier, waits for
 * its warp, fills its log or ends, and then hands over with a longjmp, which costs a
 * few nanoseconds. Lane by lane, warp by warp, barrier by barrier, always in the same
 * order: a block gives the same result and the same counters every time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "emu.h"

/* ---- Threads. */

static void hand_over(void)
{
    if (!_setjmp(emu_fast.thread->env))
        _longjmp(emu_fast.worker->scheduler, 1);
}

static void thread_main(void)
{
    for (;;) { /* one round a block that this coroutine serves */
        emu_launch_now.run(emu_launch_now.closure);
        emu_fast.thread->state = THREAD_EXITED;
        hand_over();
    }
}

void emu_thread_wait(enum thread_state state, uintptr_t site)
{
    emu_fast.thread->state = state;
    emu_fast.thread->site = site;
    hand_over();
}

void emu_thread_pause(void)
{
    hand_over();
}

static char *stack_of(const struct worker *w, int i)
{
    return w->stacks + (size_t)i * STACK_BYTES;
}

/* Start a thread on its stack for the first time. */
static void create(struct worker *w, int i)
{
    static __thread ucontext_t here, there;
    getcontext(&there);
    /* Stacks differ in where they start, or all would fight for one set of the cache;
       the lowest page is left out: touching it is a stack overflow. */
    there.uc_stack.ss_sp = stack_of(w, i) + 4096;
    there.uc_stack.ss_size = STACK_BYTES - 4096 - i % 32 * 128;
    there.uc_link = NULL;
    makecontext(&there, thread_main, 0);
    w->thread[i].created = true;
    swapcontext(&here, &there);
}

static void resume(struct worker *w, int i)
{
    struct thread *t = &w->thread[i];
    int lane = i % WARP_SIZE;
    emu_fast.thread = t;
    emu_fast.packed_thread = t->packed_idx;
    emu_fast.log_next = &w->log[w->filled[lane]][lane];
    if (!_setjmp(w->scheduler)) {
        if (t->created)
            _longjmp(t->env, 1);
        create(w, i);
    }
    w->filled[lane] = (emu_fast.log_next - &w->log[0][lane]) / WARP_SIZE;
    emu_fast.log_next = NULL;
}

void emu_worker_prepare(struct worker *w)
{
    size_t bytes = (size_t)MAX_THREADS * STACK_BYTES;
    w->fast = &emu_fast;
    w->fast->worker = w;
    w->stacks = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    w->log = aligned_alloc(256, LOG_DEPTH * sizeof *w->log);
    if (w->stacks == MAP_FAILED || !w->log) {
        fprintf(stderr, "emulator: not enough memory for a worker\n");
        exit(2);
    }
    for (int i = 0; i < MAX_THREADS; i++)
        mprotect(stack_of(w, i), 4096, PROT_NONE);
    w->fast->log_end = &w->log[LOG_DEPTH][0];
    w->cell_shift = 2;
    w->l1 = emu_cache_new();
    emu_shared_prepare(w);
    emu_crash_stack();
}

/* ---- Warps. */

static uint32_t lanes_in(const struct thread *lanes, int n, enum thread_state state)
{
    uint32_t mask = 0;
    for (int i = 0; i < n; i++)
        mask |= (uint32_t)(lanes[i].state == state) << i;
    return mask;
}

enum { TURN_LOGS = 64 }; /* the longest turn, in log lengths */

static bool logged(const struct worker *w)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (w->filled[lane])
            return true;
    return false;
}

/* Run the n lanes of a warp until each waits, has ended or has filled its log: warps
   take turns, as on a GPU, so that they find each other's lines in the cache. True if
   some lane can go on. */
static bool run_warp(struct worker *w, int first, int n)
{
    struct thread *lanes = &w->thread[first];
    uint32_t present = n == WARP_SIZE ? 0xffffffff : (1u << n) - 1, ready;
    w->first_lane = first;
    emu_widen_reset(w);
    int logs = 0;
    do {
        w->saw_global = false;
        for (ready = lanes_in(lanes, n, THREAD_READY); ready; ready &= ready - 1) {
            int lane = __builtin_ctz(ready);
            if (w->filled[lane] < LOG_DEPTH)
                resume(w, first + lane);
        }
        ready = lanes_in(lanes, n, THREAD_READY);
        emu_warp_merge(w, ready);
        if (!ready && emu_warp_ops(w, lanes, present))
            ready = lanes_in(lanes, n, THREAD_READY);
    } while (ready && (logged(w) || (!w->saw_global && ++logs < TURN_LOGS)));
    return ready != 0;
}

/* ---- Barriers. */

static struct raw_fault barrier_fault(const struct worker *w,
                                      const struct thread *waits,
                                      const struct thread *other, enum detail detail)
{
    struct raw_fault f = {.kind = FAULT_BARRIER,
                          .detail = detail,
                          .block = w->block,
                          .pc = waits->site,
                          .thread = waits - w->thread,
                          .other_thread = other - w->thread,
                          .other_pc = other->state == THREAD_EXITED ? 0 : other->site};
    return f;
}

static bool same_line(uintptr_t pc, uintptr_t other)
{
    char file[256], other_file[256];
    int line = 0, other_line = 0;
    if (pc == other)
        return true;
    emu_symbols_line(pc, file, sizeof file, &line);
    emu_symbols_line(other, other_file, sizeof other_file, &other_line);
    return line == other_line && !strcmp(file, other_file);
}

/* Every thread waits or has ended: may the waiting ones go on? They may if all wait at
   the same barrier and those that ended did so by whole warps. */
static void check_barrier(struct worker *w)
{
    const struct thread *waits = NULL;
    for (uint32_t i = 0; i < emu_launch_now.threads; i++) {
        const struct thread *t = &w->thread[i];
        enum detail detail = DETAIL_NONE;
        if (t->state == THREAD_WARP)
            detail = DETAIL_WARP;
        else if (t->state == THREAD_BARRIER && waits &&
                 !same_line(waits->site, t->site))
            detail = DETAIL_ELSEWHERE;
        if (t->state != THREAD_EXITED && (!waits || detail)) {
            if (detail) {
                struct raw_fault f = barrier_fault(w, waits ? waits : t, t, detail);
                emu_fault_abandon(w, &f);
            }
            waits = t;
        }
    }
    for (uint32_t i = 0; i < emu_launch_now.threads; i++) {
        const struct thread *t = &w->thread[i];
        uint32_t warp = i / WARP_SIZE * WARP_SIZE;
        for (uint32_t k = warp; t->state == THREAD_EXITED && k < warp + WARP_SIZE &&
                                k < emu_launch_now.threads;
             k++)
            if (w->thread[k].state == THREAD_BARRIER) {
                struct raw_fault f = barrier_fault(w, &w->thread[k], t, DETAIL_EXITED);
                emu_fault_abandon(w, &f);
            }
    }
}

/* A read of unset shared memory stands as a fault unless a race explains it. */
static void end_epoch(struct worker *w)
{
    if (w->unset.kind && !w->raced)
        emu_fault_record(w, &w->unset);
    w->unset.kind = FAULT_NONE;
    w->raced = false;
    emu_race_new_epoch(w);
}

static void start_threads(struct worker *w)
{
    struct dim3 d = emu_launch_now.config.block;
    uint32_t i = 0;
    for (uint64_t z = 0; z < d.z; z++)
        for (uint64_t y = 0; y < d.y; y++)
            for (uint64_t x = 0; x < d.x; x++, i++) {
                w->thread[i].state = THREAD_READY;
                w->thread[i].packed_idx = x | y << 32 | z << 48;
            }
    memset(w->filled, 0, sizeof w->filled);
}

void emu_block_run(struct worker *w, uint64_t block)
{
    struct dim3 g = emu_launch_now.config.grid;
    uint32_t threads = emu_launch_now.threads;
    w->block = block;
    emu_fast.packed_block =
        block % g.x | block / g.x % g.y << 32 | block / g.x / g.y << 48;
    if (_setjmp(w->abandon)) {
        /* A thread was stopped in its tracks: no coroutine can be used again. */
        emu_fast.log_next = NULL;
        for (int i = 0; i < MAX_THREADS; i++)
            w->thread[i].created = false;
        return;
    }
    emu_shared_new_block(w);
    emu_cache_reset(w->l1, emu_launch_now.l1_bytes);
    start_threads(w);
    end_epoch(w);
    for (bool waiting = true; waiting;) {
        for (bool running = true; running;) {
            running = false;
            for (uint32_t first = 0; first < threads; first += WARP_SIZE) {
                uint32_t n = threads - first < WARP_SIZE ? threads - first : WARP_SIZE;
                running |= run_warp(w, first, n);
            }
        }
        check_barrier(w);
        end_epoch(w);
        waiting = false;
        for (uint32_t i = 0; i < threads; i++)
            if (w->thread[i].state == THREAD_BARRIER) {
                w->thread[i].state = THREAD_READY;
                w->counters.barriers += i % WARP_SIZE == 0;
                waiting = true;
            }
    }
    emu_shared_end_block(w);
    w->counters.blocks++;
    w->counters.threads += threads;
}

/* ---- What kernels call. */

uint64_t emu_thread_idx(void)
{
    return emu_fast.packed_thread;
}

uint64_t emu_block_idx(void)
{
    return emu_fast.packed_block;
}

static uint64_t pack(struct dim3 d)
{
    return d.x | (uint64_t)d.y << 32 | (uint64_t)d.z << 48;
}

uint64_t emu_block_dim(void)
{
    return pack(emu_launch_now.config.block);
}

uint64_t emu_grid_dim(void)
{
    return pack(emu_launch_now.config.grid);
}

void emu_syncthreads(void)
{
    emu_thread_wait(THREAD_BARRIER, (uintptr_t)__builtin_return_address(0));
}
