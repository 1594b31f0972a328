/*
 * One block. Its threads run lane by lane, warp by warp, from barrier to barrier,
 * always in the same order: a block gives the same result and the same counters every
 * time.
 */
#include <string.h>

#include "debug.h"
#include "emu.h"
#include "witness.h"

/* ---- Warps. */

static uint32_t lanes_in(const uint8_t *states, int n, enum thread_state state)
{
    uint32_t mask = 0;
    for (int i = 0; i < n; i++)
        mask |= (uint32_t)(states[i] == state) << i;
    return mask;
}

static uint32_t full_logs(const struct worker *w)
{
    uint32_t full = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        full |= (uint32_t)(w->filled[lane] == LOG_DEPTH) << lane;
    return full;
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
    const uint8_t *states = &w->state[first];
    uint32_t present = n == WARP_SIZE ? 0xffffffff : (1u << n) - 1, ready;
    w->first_lane = first;
    emu_widen_reset(w);
    int logs = 0;
    do {
        w->saw_global = false;
        emu_threads_run(w, lanes_in(states, n, THREAD_READY) & ~full_logs(w));
        ready = lanes_in(states, n, THREAD_READY);
        emu_warp_merge(w, ready);
        if (!ready && emu_warp_ops(w, present))
            ready = lanes_in(states, n, THREAD_READY);
    } while (ready && (logged(w) || (!w->saw_global && ++logs < TURN_LOGS)));
    return ready != 0;
}

/* ---- Barriers. */

/* Thread `waits` waits in vain for thread `other`. */
_Noreturn static void barrier_fault(struct worker *w, uint32_t waits, uint32_t other,
                                    enum detail detail)
{
    bool exited = w->state[other] == THREAD_EXITED;
    struct raw_fault f = {.kind = FAULT_BARRIER,
                          .detail = detail,
                          .block = w->block,
                          .pc = w->thread[waits].site,
                          .thread = waits,
                          .other_thread = other,
                          .other_pc = exited ? 0 : w->thread[other].site};
    emu_fault_abandon(w, &f);
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

/* Threads wait at a barrier and at something else. */
static void check_sites(struct worker *w)
{
    uint32_t threads = emu_launch_now.threads, waits = threads;
    for (uint32_t i = 0; i < threads; i++) {
        if (w->state[i] == THREAD_EXITED)
            continue;
        waits = waits == threads ? i : waits;
        if (w->state[i] == THREAD_WARP)
            barrier_fault(w, waits, i, DETAIL_WARP);
        if (!same_line(w->thread[waits].site, w->thread[i].site))
            barrier_fault(w, waits, i, DETAIL_ELSEWHERE);
    }
}

/* Threads have ended: none may be missing from a warp that waits. */
static void check_ended(struct worker *w)
{
    uint32_t threads = emu_launch_now.threads;
    for (uint32_t first = 0; first < threads; first += WARP_SIZE) {
        uint32_t n = threads - first < WARP_SIZE ? threads - first : WARP_SIZE;
        uint32_t ended = lanes_in(&w->state[first], n, THREAD_EXITED),
                 waits = lanes_in(&w->state[first], n, THREAD_BARRIER);
        if (ended && waits)
            barrier_fault(w, first + __builtin_ctz(waits), first + __builtin_ctz(ended),
                          DETAIL_EXITED);
    }
}

/* Every thread waits or has ended: may the waiting ones go on? They may if all wait at
   the same barrier and those that ended did so by whole warps. True if any waits. */
static bool check_barrier(struct worker *w)
{
    uint32_t threads = emu_launch_now.threads, ended = 0, in_warp_ops = 0;
    for (uint32_t i = 0; i < threads; i++) {
        ended += w->state[i] == THREAD_EXITED;
        in_warp_ops += w->state[i] == THREAD_WARP;
    }
    if (in_warp_ops || w->elsewhere)
        check_sites(w);
    if (ended && ended < threads)
        check_ended(w);
    return ended < threads;
}

/* All go on. */
static void open_barrier(struct worker *w)
{
    uint32_t threads = emu_launch_now.threads;
    for (uint32_t i = 0; i < threads; i += WARP_SIZE)
        w->counters.barriers += w->state[i] == THREAD_BARRIER;
    for (uint32_t i = 0; i < threads; i++)
        w->state[i] = w->state[i] == THREAD_BARRIER ? THREAD_READY : w->state[i];
    w->votes = w->arriving;
    w->arriving = 0;
    w->barrier = 0;
    w->elsewhere = false;
}

/* A read of unset shared memory stands as a fault unless a race explains it. */
static void end_epoch(struct worker *w)
{
    if (w->unset.kind && !w->raced)
        emu_fault_record(w, &w->unset);
    emu_pace_barrier(w);
    w->unset.kind = FAULT_NONE;
    w->raced = false;
    emu_race_new_epoch(w);
}

static void start_threads(struct worker *w)
{
    struct dim3 d = emu_launch_now.config.block;
    uint32_t i = 0;
    for (uint32_t z = 0; z < d.z; z++)
        for (uint32_t y = 0; y < d.y; y++)
            for (uint32_t x = 0; x < d.x; x++, i++) {
                w->state[i] = THREAD_READY;
                w->thread[i].idx = (struct uint3){x, y, z};
            }
    memset(w->filled, 0, sizeof w->filled);
    w->arriving = 0;
    w->barrier = 0;
    w->elsewhere = false;
}

void emu_block_run(struct worker *w, uint64_t block)
{
    struct dim3 g = emu_launch_now.config.grid;
    uint32_t threads = emu_launch_now.threads;
    w->block = block;
    emu_blockIdx = (struct uint3){block % g.x, block / g.x % g.y, block / g.x / g.y};
    emu_blockDim = emu_launch_now.config.block;
    emu_gridDim = g;
    if (_setjmp(w->abandon)) {
        /* A thread was stopped in its tracks: no coroutine can be used again. */
        emu_fast.log_end = NULL;
        emu_witness_end();
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
        waiting = check_barrier(w);
        end_epoch(w);
        open_barrier(w);
    }
    emu_shared_end_block(w);
    w->counters.blocks++;
    w->counters.threads += threads;
}

/* Inlined, so that its frame is that of what the kernel called. */
static inline __attribute__((always_inline)) int barrier(int predicate, uintptr_t site)
{
    struct worker *w = emu_fast.worker;
#ifdef EMU_DEBUG
    emu_debug_barrier(site);
#endif
    w->arriving += predicate != 0;
    w->elsewhere |= w->barrier && w->barrier != site;
    w->barrier = site;
    emu_note_stack(__builtin_frame_address(0));
    emu_thread_wait(THREAD_BARRIER, site);
    return w->votes;
}

void emu_syncthreads(void)
{
    barrier(0, (uintptr_t)__builtin_return_address(0));
}

int emu_syncthreads_count(int predicate)
{
    return barrier(predicate, (uintptr_t)__builtin_return_address(0));
}
