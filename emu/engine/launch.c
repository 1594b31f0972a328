/* A grid on the cores of this machine; launch.h has the contract. */
#include "launch.h"

#include <stdatomic.h>
#include <stdio.h>

#include "cluster.h"
#include "crash.h"
#include "event.h"
#include "grid.h"
#include "memory.h"
#include "device_print.h"
#include "platform.h"
#include "settings.h"
#include "shared.h"
#include "stored.h"
#include "symbols.h"
#include "vault.h"
#include "witness.h"
#include "worker.h"

static struct launch last;
static atomic_ullong next_block;
static atomic_ullong stop_after; /* blocks after it need not run */

static struct worker *workers[EMU_MAX_WORKERS];
/* The worker's processor time, in seconds, when it was first seen to run this block. */
static double started_at[EMU_MAX_WORKERS];
static uint64_t started_block[EMU_MAX_WORKERS];
static int n_workers, taking_part;
static bool continued; /* some blocks of the launch have run */

const struct launch *emu_launch_last(void)
{
    return &last;
}

struct worker *const *emu_workers(int *n)
{
    *n = taking_part;
    return workers;
}

struct worker *const *emu_workers_all(int *n)
{
    *n = n_workers;
    return workers;
}

uint64_t emu_launch_ran(const struct launch *l)
{
    return (l->until / l->together - l->first + l->step - 1) / l->step * l->together;
}

uint64_t emu_launch_place(const struct launch *l, uint64_t block)
{
    uint32_t rank = 0;
    const uint64_t unit = l->together > 1 ? emu_cluster_number(l, block, &rank) : block;
    return (unit - l->first) / l->step * l->together + rank;
}

void emu_launch_next_phase(void)
{
    last.phase++;
}

void emu_launch_stop_after(uint64_t block)
{
    unsigned long long now = stop_after;
    while (block < now && !atomic_compare_exchange_weak(&stop_after, &now, block))
        ;
}

uint64_t emu_launch_stopped_after(void)
{
    return stop_after;
}

uint64_t emu_launch_stack(void)
{
    ptrdiff_t most = 0;
    for (int i = 0; i < taking_part; i++)
        most = workers[i]->stack_bytes > most ? workers[i]->stack_bytes : most;
    return most;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* i -> factor * i + offset modulo n, a permutation if factor and n have no divisor in
   common. Both numbers are scrambled digits of the order. */
uint64_t emu_launch_nth(const struct launch *l, uint64_t i, uint64_t n)
{
    if (!l->order)
        return i;
    const uint64_t scrambled = l->order * 0x9e3779b97f4a7c15;
    uint64_t factor = (scrambled >> 32) % n, offset = (scrambled & 0xffffffff) % n;
    while (common_divisor(factor, n) != 1)
        factor = (factor + 1) % n;
    return (uint64_t)((unsigned __int128)factor * i % n + offset) % n;
}

/* The number of the next block, or cluster, of the grid; UINT64_MAX: there is none. */
static uint64_t next_unit(void)
{
    const uint64_t i = atomic_fetch_add(&next_block, last.step) + last.first;
    if (i >= (continued || !last.settle ? last.until / last.together : 1))
        return UINT64_MAX;
    const uint64_t unit = emu_launch_nth(&last, i, last.blocks / last.together);
    const uint64_t first = last.together > 1 ? emu_cluster_block(&last, unit, 0) : unit;
    return first < stop_after ? unit : UINT64_MAX;
}

static void run_blocks(int worker)
{
    struct worker *w = workers[worker];
    if (!continued) {
        w->fault.kind = FAULT_NONE;
        w->faults = 0;
        w->stopped = false;
        w->stack_bytes = 0;
        emu_stored_begin(w);
        EMU_TELL(w->on, begin, w);
        emu_witness_begin(w);
    }
    if (last.cooperative) {
        emu_grid_run(w);
        return;
    }
    if (last.together > 1) {
        emu_cluster_run(w, next_unit);
        return;
    }
    while (!last.order || w->number == 0) {
        const uint64_t block = next_unit();
        if (block == UINT64_MAX)
            return;
        emu_block_begin(w, block);
        emu_block_run(w);
    }
}

/* One worker per core, or as many as EMU_THREADS says. */
static int usual_workers(void)
{
    static int n;
    n = n ? n : emu_settings()->workers;
    n = n ? n : emu_cores();
    return n > EMU_MAX_WORKERS ? EMU_MAX_WORKERS : n;
}

static void prepare(int worker)
{
    emu_worker_prepare(workers[worker]);
}

static void start_workers(int n)
{
    for (int i = n_workers; i < n; i++) {
        struct worker *w = emu_vault_new(sizeof *w);
        w->number = i;
        w->launch = &last;
        emu_observers_prepare(w);
        workers[i] = w;
    }
    n_workers = n > n_workers ? n : n_workers;
    emu_crew_grow(n_workers, prepare);
}

/* True if the worker's block runs for longer than the limit. Blocks of a cooperative
   launch take turns: there it is all of the launch, which has the time of some. */
static bool is_late(int i, double limit)
{
    enum { BLOCKS_IN_TURN = 4 };
    const double now = emu_crew_seconds(i);
    const uint64_t block = __atomic_load_n(&workers[i]->block, __ATOMIC_RELAXED);
    if (block != started_block[i] && !last.cooperative) {
        started_block[i] = block;
        started_at[i] = now;
    }
    return now - started_at[i] > limit * (last.cooperative ? BLOCKS_IN_TURN : 1);
}

/* Interrupt those of the first n workers that run for longer than the limit. Returns
   after how many seconds to look again. */
static double look(int n)
{
    static const double TICK = 0.05;
    const double timeout = emu_settings()->timeout, soon = emu_witness_interval();
    if (soon > 0 && n > 0)
        emu_crew_signal(0, SIGNAL_LOOK);
    for (int i = 0; timeout > 0 && i < n; i++)
        if (is_late(i, timeout))
            emu_crew_signal(i, SIGNAL_TIMEOUT);
    return soon > 0 ? soon : TICK;
}

/* Let the workers run blocks, and wait for them. */
static void run_all(void)
{
    for (int i = 0; i < taking_part; i++) {
        started_at[i] = emu_crew_seconds(i);
        started_block[i] = UINT64_MAX;
    }
    emu_crew_run(taking_part, run_blocks, look);
}

const struct launch *emu_launch_run(const struct launch *l)
{
    const unsigned number = last.number + 1, phase = last.phase + 1;
    last = *l;
    last.number = number;
    last.phase = phase;
    next_block = 0;
    stop_after = UINT64_MAX;
    taking_part = usual_workers();
    if (last.together > 1)
        taking_part = emu_cluster_teams(&last, taking_part);
    start_workers(taking_part);
    emu_memory_open(true);
    EMU_TELL(emu_events(), launch, &last);
    continued = false;
    run_all();
    if (last.settle && stop_after == UINT64_MAX) {
        last.until = last.settle(&last);
        next_block = 1;
        continued = true;
        run_all();
    }
    emu_memory_open(false);
    emu_print_all();
    EMU_TELL(emu_events(), completed, &last);
    return &last;
}
