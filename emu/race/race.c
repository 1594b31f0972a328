/*
 * When two accesses of a block race: both are between the same two barriers, one of
 * them writes, and their order is not defined. An epoch is the time between two
 * barriers. race_shared.c keeps the accesses to shared memory.
 */
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "race_cells.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

static int slot;

struct cells *emu_race_cells(const struct worker *w)
{
    return emu_own(w, slot);
}

static void prepare(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    c->shared = emu_race_shared_new();
    c->flight = emu_flight_new();
    c->order = emu_order_used() ? emu_order_new() : NULL;
    c->made = c->order ? emu_allocate(MBARRIERS, sizeof *c->made, "mbarriers") : NULL;
    c->proxies = emu_proxy_used() ? emu_proxy_new() : NULL;
    c->reading = c->proxies ? emu_reading_new() : NULL;
    c->views = c->proxies ? emu_views_new() : NULL;
}

void emu_race_epoch(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    memset(c->clock, 0, sizeof c->clock);
    memset(c->synced, 0, sizeof c->synced);
    if (c->order)
        emu_order_forget(c->order);
    if (++c->epoch < EPOCH_LIMIT)
        return;
    emu_race_shared_forget(c->shared);
    emu_race_forget(w);
    c->epoch = 1;
}

static void new_block(struct worker *w)
{
    const struct cells *c = emu_own(w, slot);
    emu_flight_block(c->flight);
    if (c->proxies) {
        emu_proxy_block(c->proxies);
        emu_reading_block(c->reading);
        emu_views_block(c->views);
    }
    emu_race_epoch(w);
}

static void meet(struct worker *w)
{
    const struct cells *c = emu_own(w, slot);
    if (c->proxies)
        emu_proxy_meet(c->proxies);
    emu_race_epoch(w);
}

/* False if there are no more clocks: then a new epoch begins, in which nothing that was
   done before can race. */
static bool advance(struct worker *w, uint32_t warp)
{
    struct cells *c = emu_own(w, slot);
    if (++c->clock[warp] < CLOCK_LIMIT)
        return true;
    emu_race_epoch(w);
    return false;
}

/* The lanes of the running warp were synchronized. */
static void lanes_synced(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    if (c->order)
        emu_order_lanes(c->order, warp);
    if (advance(w, warp))
        c->synced[warp] = c->clock[warp];
}

static void arrive(struct worker *w, uint32_t thread, int i)
{
    struct cells *c = emu_own(w, slot);
    const uint32_t warp = thread / WARP_SIZE;
    emu_order_arrive(c->order, thread, i, c->clock[warp], c->synced[warp]);
    advance(w, warp);
}

static void completed_phase(struct worker *w, int i)
{
    const struct cells *c = emu_own(w, slot);
    emu_order_complete(c->order, i);
}

/* A thread waits for mbarrier i. It must know that it is initialised before the wait:
   what it learns from the phase is too late. */
static void check_initialised(struct worker *w, uint32_t thread, int i)
{
    const struct cells *c = emu_own(w, slot);
    if (i < NAMED || i >= BARRIERS)
        return;
    const struct barrier *b = emu_barrier_at(w, i);
    const struct made *m = &c->made[i - NAMED];
    if (m->epoch != c->epoch || b->thread / WARP_SIZE == thread / WARP_SIZE ||
        emu_order_covers(c->order, thread, b->thread, m->clock))
        return;
    const struct fault_record f = {.kind = FAULT_RACE,
                                   .block = w->block,
                                   .pc = w->thread[thread].site,
                                   .other_pc = b->pc,
                                   .thread = thread,
                                   .other_thread = b->thread,
                                   .offset = b->offset + SHARED_OFFSET,
                                   .size = MBARRIER_BYTES,
                                   .other_write = true,
                                   .with_atomic = true};
    emu_fault_record(w, &f);
}

static void initialised(struct worker *w, int i)
{
    const struct cells *c = emu_own(w, slot);
    emu_race_initialised(w, i);
    if (c->made)
        c->made[i - NAMED] =
            (struct made){c->epoch, c->clock[emu_running(w) / WARP_SIZE]};
}

static void pass(struct worker *w, uint32_t thread, int i)
{
    const struct cells *c = emu_own(w, slot);
    check_initialised(w, thread, i);
    emu_order_pass(c->order, thread, i);
    if (c->proxies)
        emu_proxy_pass(c->proxies, thread);
}

static void report(struct worker *w, const struct request *r, int i, uint32_t thread,
                   uint64_t earlier, bool other_write)
{
    struct fault_record f = {.kind = FAULT_RACE,
                             .block = w->block,
                             .pc = r->pc,
                             .other_pc = emu_full_pc(earlier >> PC_SHIFT),
                             .thread = thread,
                             .other_thread = FIELD(earlier, THREAD_SHIFT, 11),
                             .offset = emu_request_offset(r, i) +
                                       (r->shared ? SHARED_OFFSET : 0),
                             .size = r->size,
                             .write = r->write,
                             .other_write = other_write,
                             .with_atomic = r->atomic || earlier & ATOMIC_BIT};
    if (f.other_thread >= MAX_THREADS && other_write) { /* of a copy, by a barrier */
        const struct cells *c = emu_own(w, slot);
        f.kind = r->write ? FAULT_RACE : FAULT_UNINITIALIZED;
        f.detail = DETAIL_COPYING;
        f.other_thread = emu_flight_began(c->flight, emu_request_offset(r, i));
    }
    emu_fault_record(w, &f);
}

/* True if the access of lane i, by `thread`, comes after the one in the cell. */
static bool ordered(const struct cells *c, uint32_t thread, uint64_t cell)
{
    return c->order && emu_order_covers(c->order, thread, FIELD(cell, THREAD_SHIFT, 11),
                                        emu_cell_clock(cell));
}

/* True if a write comes after all reads. Of an array in device memory that several
   threads read, it is not known, if the thread has waited for some. */
static bool reads_ordered(const struct cells *c, const struct request *r, int i,
                          uint32_t thread, uint64_t *cell)
{
    if (!c->order)
        return false;
    if (FIELD(*cell, THREAD_SHIFT, 11) < MAX_THREADS)
        return ordered(c, thread, *cell);
    if (!r->shared)
        return emu_order_knows(c->order, thread);
    const uint64_t offset = emu_request_offset(r, i);
    for (uint64_t word = offset / 4; word < (offset + r->size + 3) / 4; word++) {
        const int other =
            emu_order_reader(c->order, word, thread, c->synced[thread / WARP_SIZE]);
        if (other < 0)
            continue;
        *cell = (*cell & ~SEVERAL_MASK) | THREAD_FIELD(other);
        return false;
    }
    return true;
}

bool emu_race_clash(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t write, uint64_t read)
{
    const struct cells *c = emu_own(w, slot);
    const uint32_t thread = w->first_lane + r->lane[i];
    const uint32_t synced = c->synced[thread / WARP_SIZE];
    if (emu_cells_conflict(write, own, synced) && !ordered(c, thread, write))
        report(w, r, i, thread, write, true);
    else if (r->write && emu_cells_conflict(read, own, synced) &&
             !reads_ordered(c, r, i, thread, &read))
        report(w, r, i, thread, read, false);
    else
        return false;
    return true;
}

bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read)
{
    const struct cells *c = emu_own(w, slot);
    if (emu_race_clash(w, r, i, own, *write, *read))
        return false;
    if (r->write)
        *write = own;
    else
        *read = emu_cells_merge(*read, own, c->synced[w->first_lane / WARP_SIZE]);
    return true;
}

uint64_t emu_race_stamp(const struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    const uint64_t clock = c->clock[w->first_lane / WARP_SIZE];
    return (uint64_t)r->pc << PC_SHIFT | c->epoch << EPOCH_SHIFT |
           clock << CLOCK_SHIFT | (r->atomic ? ATOMIC_BIT : 0);
}

static void note_reads(const struct cells *c, const struct request *r, uint32_t warp)
{
    for (int i = 0; i < r->n; i++) {
        const uint64_t offset = emu_request_offset(r, i);
        for (uint64_t word = offset / 4; word < (offset + r->size + 3) / 4; word++)
            emu_order_read(c->order, word, warp, r->lanes, c->clock[warp]);
    }
}

void emu_race_see(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    emu_flight_see(w, c->flight, r);
    if (c->proxies && r->write)
        emu_race_stores(w, r);
    if (c->order && !r->write)
        note_reads(c, r, warp);
    emu_race_shared_see(w, c->shared, r, c->synced[warp]);
}

static void see_global(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    if (c->proxies) {
        emu_race_results(w, r);
        if (r->write)
            emu_race_global_store(w, r);
    }
    emu_race_global(w, r);
}

static void see_async(struct worker *w, const struct async_event *e)
{
    switch (e->what) {
    case ASYNC_INITIALISED:
        initialised(w, e->barrier);
        break;
    case ASYNC_ARRIVES:
        arrive(w, e->thread, e->barrier);
        break;
    case ASYNC_COMPLETES:
        completed_phase(w, e->barrier);
        break;
    case ASYNC_PASSES:
        pass(w, e->thread, e->barrier);
        break;
    case ASYNC_BULK:
        emu_race_bulk(w, e->bulk);
        break;
    case ASYNC_RUN:
        emu_race_bulk_run(w, e->run);
        break;
    case ASYNC_LANDS:
        emu_race_landed(w, e->landing);
        break;
    case ASYNC_READS:
        emu_race_operand(w, e->operand);
        break;
    case ASYNC_MULTIPLIED:
        emu_race_multiplied(w, e->warp, e->group);
        break;
    case ASYNC_PROXY_FENCE:
        emu_race_proxy_fence(w);
        break;
    case ASYNC_INIT_FENCE:
        emu_race_init_fence(w);
        break;
    default:
        break;
    }
}

const struct observer emu_race = {.name = "race",
                                  .slot = &slot,
                                  .bytes = sizeof(struct cells),
                                  .prepare = prepare,
                                  .launch = emu_race_launch,
                                  .completed = emu_race_completed,
                                  .block = new_block,
                                  .barrier = meet,
                                  .grid = emu_race_phase,
                                  .warp_sync = lanes_synced,
                                  .global = see_global,
                                  .shared = emu_race_see,
                                  .fence = emu_race_fenced,
                                  .freed = emu_race_freed,
                                  .async = see_async};
