/*
 * One block. From one barrier to the next, its threads run lane by lane, warp by warp,
 * always in the same order, unless probe_order() asks for another one. So a block has
 * the same result and counters every time.
 */
#include <string.h>

#include "bulk.h"
#include "wgmma.h"
#include "barriers.h"
#include "cluster.h"
#include "event.h"
#include "launch.h"
#include "platform.h"
#include "registers.h"
#include "shared.h"
#include "witness.h"
#include "worker.h"

/* ---- Warps. */

uint32_t emu_lanes_in(const uint8_t *states, int n, enum thread_state state)
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
        full |= (uint32_t)(w->filled[lane] >= w->on->depth) << lane;
    return full;
}

static bool logged(const struct worker *w)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (w->filled[lane])
            return true;
    return false;
}

/* Run the n lanes of a warp until each waits, has ended or has filled its log. Warps
   alternate, as on a GPU, so that they share lines in the cache. */
static void run_warp(struct worker *w, int first, int n)
{
    const uint8_t *states = &w->state[first];
    uint32_t present = n == WARP_SIZE ? 0xffffffff : (1u << n) - 1, ready;
    w->first_lane = first;
    EMU_TELL(w->on, turn, w);
    int accesses = 0;
    do {
        w->turn_ends = false;
        emu_threads_run(w, emu_lanes_in(states, n, THREAD_READY) & ~full_logs(w));
        ready = emu_lanes_in(states, n, THREAD_READY);
        emu_warp_merge(w, ready);
        if (ready ? emu_warp_alone(w, present) : emu_warp_ops(w, present))
            ready = emu_lanes_in(states, n, THREAD_READY);
        accesses += w->on->depth;
    } while (ready &&
             (logged(w) || (!w->turn_ends && accesses < w->on->turn_accesses)));
}

/* ---- Barriers. */

static bool any_ready(const struct worker *w)
{
    return memchr(w->state, THREAD_READY, w->launch->threads) != NULL;
}

static bool any_waits(const struct worker *w)
{
    for (uint32_t i = 0; i < w->launch->threads; i++)
        if (w->state[i] != THREAD_EXITED)
            return true;
    return false;
}

/* All waiting threads resume. */
static void open_barrier(struct worker *w)
{
    const uint32_t threads = w->launch->threads;
    for (uint32_t i = 0; i < threads; i++)
        w->state[i] = w->state[i] == THREAD_BARRIER ? THREAD_READY : w->state[i];
    w->votes = w->arriving;
    w->arriving = 0;
    w->barrier = 0;
    w->elsewhere = false;
    w->at_grid = 0;
}

static void start_threads(struct worker *w)
{
    struct dim3 d = w->launch->config.__block;
    uint32_t i = 0;
    for (uint32_t z = 0; z < d.z; z++)
        for (uint32_t y = 0; y < d.y; y++)
            for (uint32_t x = 0; x < d.x; x++, i++) {
                w->state[i] = THREAD_READY;
                w->thread[i].idx = (struct uint3){x, y, z};
                w->thread[i].arrived = 0;
                w->thread[i].swapped = w->thread[i].fenced = false;
                w->thread[i].fencing = w->thread[i].lingers = false;
                w->thread[i].flag = NULL;
                w->thread[i].asked = NULL;
            }
    memset(w->filled, 0, sizeof w->filled);
    w->arriving = 0;
    w->barrier = 0;
    w->elsewhere = false;
    w->at_grid = 0;
}

void emu_block_begin(struct worker *w, uint64_t block)
{
    __atomic_store_n(&w->block, block, __ATOMIC_RELAXED); /* launch.c reads it */
    emu_built_in_block(w);
    emu_shared_new_block(w);
    start_threads(w);
    w->raced = false;
    w->enough = false;
    w->accumulates = false;
    memset(&w->bounds, 0, sizeof w->bounds);
    w->epoch++;
    if (w->launch->together == 1)
        emu_cluster_begin(w);
    EMU_TELL(w->on, block, w);
}

enum block_state emu_block_run(struct worker *w)
{
    const uint32_t threads = w->launch->threads;
    const uint32_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    if (_setjmp(w->abandon)) {
        /* A thread was abandoned while it ran: no coroutine can be used again. */
        w->abandoned = w->threads_run = false;
        emu_log_close();
        emu_witness_lanes_end();
        for (int i = 0; i < MAX_THREADS; i++) {
            if (w->thread[i].created)
                emu_context_end(&w->thread[i].context);
            w->thread[i].created = false;
        }
        return BLOCK_STOPPED;
    }
    open_barrier(w);
    bool answered = false; /* all that happened is that threads which poll go on */
    for (bool waiting = true; waiting;) {
        for (bool running = true; running;) {
            const bool runs = any_ready(w) && !answered;
            for (uint32_t i = 0; i < warps; i++) {
                uint32_t first = emu_launch_nth(w->launch, i, warps) * WARP_SIZE;
                uint32_t n = threads - first < WARP_SIZE ? threads - first : WARP_SIZE;
                run_warp(w, first, n);
            }
            const bool others = emu_cluster_turn(w, runs);
            running = any_ready(w);
            answered = false;
            if (!running && emu_barriers_waiting(w)) {
                answered = !others && emu_barriers_stuck(w);
                running = true;
            }
        }
        EMU_TELL(w->on, meet, w);
        if (w->enough) {
            EMU_TELL(w->on, block_end, w);
            _longjmp(w->abandon, 1);
        }
        waiting = any_waits(w);
        EMU_TELL(w->on, barrier, w);
        w->raced = false;
        w->epoch++;
        if (w->at_grid)
            return BLOCK_AT_GRID;
        open_barrier(w);
    }
    if (emu_bulk_end)
        emu_bulk_end(w);
    if (emu_wgmma_end)
        emu_wgmma_end(w);
    if (emu_registers_end)
        emu_registers_end(w);
    emu_shared_end_block(w);
    EMU_TELL(w->on, block_end, w);
    return BLOCK_ENDED;
}

/* Inlined, so that its frame is that of the function that the kernel called. */
static inline __attribute__((always_inline)) int barrier(int predicate, uintptr_t site)
{
    struct worker *w = emu_worker();
    EMU_TELL(w->on, wait, w, site);
    w->arriving += predicate != 0;
    w->elsewhere |= w->barrier && w->barrier != site;
    w->barrier = site;
    emu_note_stack(w, __builtin_frame_address(0));
    emu_thread_wait(w, THREAD_BARRIER, site);
    return w->votes;
}

void emu_syncthreads(void)
{
    barrier(0, EMU_CALLER());
}

/* A barrier of the whole grid, at which emu_block_run() returns. */
void emu_grid_sync(void)
{
    const uintptr_t site = EMU_CALLER();
    if (!emu_worker()->launch->cooperative)
        emu_stop_at("waits for the whole grid, but was not launched by "
                    "cudaLaunchCooperativeKernel(): only that runs all blocks at once",
                    site);
    emu_worker()->at_grid++;
    barrier(0, site);
}

int emu_grid_valid(void)
{
    return emu_worker()->launch->cooperative;
}

int emu_syncthreads_count(int predicate)
{
    return barrier(predicate, EMU_CALLER());
}
