/*
 * The detector of races within a block: what each event changes in the cells, and in
 * the order of threads. race_rule.c decides what races.
 */
#include "detectors.h"
#include "launch.h"
#include "race_cells.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

static void prepare(struct worker *w)
{
    struct cells *c = emu_race_cells(w);
    c->shared = emu_race_shared_new();
    c->flight = emu_flight_new();
    c->order = emu_order_used() ? emu_order_new() : NULL;
    c->blocks = emu_block_order_used() ? emu_block_order_new() : NULL;
    c->made = c->order ? emu_allocate(MBARRIERS, sizeof *c->made, "mbarriers") : NULL;
    c->proxies = emu_proxy_used() ? emu_proxy_new() : NULL;
    c->reading = c->proxies ? emu_reading_new() : NULL;
    c->views = c->proxies ? emu_views_new() : NULL;
}

static void new_block(struct worker *w)
{
    const struct cells *c = emu_race_cells(w);
    emu_flight_block(c->flight);
    if (c->blocks)
        emu_block_order_begin(c->blocks, w->launch->threads);
    if (c->proxies) {
        emu_proxy_block(c->proxies);
        emu_reading_block(c->reading);
        emu_views_block(c->views);
    }
    emu_race_epoch(w);
}

static void meet(struct worker *w)
{
    const struct cells *c = emu_race_cells(w);
    if (c->proxies)
        emu_proxy_meet(c->proxies);
    if (c->blocks)
        emu_block_order_meet(c->blocks);
    emu_race_epoch(w);
}

/* The lanes of the running warp were synchronized. */
static void lanes_synced(struct worker *w)
{
    struct cells *c = emu_race_cells(w);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    if (c->order)
        emu_order_lanes(c->order, warp);
    if (emu_race_advance(w, warp))
        c->synced[warp] = c->clock[warp];
}

static void arrive(struct worker *w, uint32_t thread, int i)
{
    struct cells *c = emu_race_cells(w);
    const uint32_t warp = thread / WARP_SIZE;
    emu_order_arrive(c->order, thread, i, c->clock[warp], c->synced[warp]);
    emu_race_advance(w, warp);
}

static void completed_phase(struct worker *w, int i)
{
    const struct cells *c = emu_race_cells(w);
    emu_order_complete(c->order, i);
}

/* A thread waits for mbarrier i. It must know that it is initialised before the wait:
   what it learns from the phase is too late. */
static void check_initialised(struct worker *w, uint32_t thread, int i)
{
    const struct cells *c = emu_race_cells(w);
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
    const struct cells *c = emu_race_cells(w);
    emu_race_initialised(w, i);
    if (c->made)
        c->made[i - NAMED] =
            (struct made){c->epoch, c->clock[emu_running(w) / WARP_SIZE]};
}

static void pass(struct worker *w, uint32_t thread, int i)
{
    const struct cells *c = emu_race_cells(w);
    check_initialised(w, thread, i);
    emu_order_pass(c->order, thread, i);
    if (c->blocks)
        emu_block_order_meet(c->blocks);
    if (c->proxies)
        emu_proxy_pass(c->proxies, thread);
}

static void see_global(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_race_cells(w);
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
    case ASYNC_FLAG_NEXT:
        if (emu_race_cells(w)->blocks)
            emu_block_order_tell(emu_race_cells(w)->blocks, w->block, emu_running(w),
                                 e->flag);
        break;
    case ASYNC_FLAG_DONE:
        if (emu_race_cells(w)->blocks)
            emu_block_order_learn(emu_race_cells(w)->blocks, e->flag);
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
                                  .read_only = emu_race_read_only,
                                  .freed = emu_race_freed,
                                  .async = see_async};
