/*
 * When two accesses of a block race: both are between the same two barriers, one of
 * them writes, and their order is not defined. An epoch is the time between two
 * barriers. race_shared.c keeps the accesses to shared memory.
 */
#include <stdio.h>
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "order.h"
#include "proxy.h"
#include "race.h"
#include "race_cell.h"
#include "reading.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

/* The memory of one worker. */
static int slot;
struct cells {
    uint64_t epoch;
    uint32_t clock[MAX_WARPS];  /* of each warp, in this epoch... */
    uint32_t synced[MAX_WARPS]; /* ...and when its lanes were last synchronized */
    struct shared_cells *shared;
    struct flight *flight;
    struct order *order; /* NULL: the program has no barriers of order.h */
    /* NULL: it has no asynchronous accesses but copies by threads */
    struct proxies *proxies;
    struct reading *reading;
};

static void prepare(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    c->shared = emu_race_shared_new();
    c->flight = emu_flight_new();
    c->order = emu_order_used() ? emu_order_new() : NULL;
    c->proxies = emu_proxy_used() ? emu_proxy_new() : NULL;
    c->reading = c->proxies ? emu_reading_new() : NULL;
}

static void begin_epoch(struct worker *w)
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
    }
    begin_epoch(w);
}

static void meet(struct worker *w)
{
    const struct cells *c = emu_own(w, slot);
    if (c->proxies)
        emu_proxy_meet(c->proxies);
    begin_epoch(w);
}

/* False if there are no more clocks: then a new epoch begins, in which nothing that was
   done before can race. */
static bool advance(struct worker *w, uint32_t warp)
{
    struct cells *c = emu_own(w, slot);
    if (++c->clock[warp] < CLOCK_LIMIT)
        return true;
    begin_epoch(w);
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

static void pass(struct worker *w, uint32_t thread, int i)
{
    const struct cells *c = emu_own(w, slot);
    emu_order_pass(c->order, thread, i);
    if (c->proxies)
        emu_proxy_pass(c->proxies, thread);
}

/* Copies are complete: a write by barrier i, which orders it. */
static void landed(struct worker *w, const struct landing *l)
{
    struct cells *c = emu_own(w, slot);
    uint32_t clock = emu_order_land(c->order, l->barrier);
    if (clock == CLOCK_LIMIT) {
        begin_epoch(w);
        clock = emu_order_land(c->order, l->barrier);
    }
    emu_flight_land(c->flight, l);
    if (c->proxies)
        emu_proxy_land(c->proxies, l);
    emu_race_shared_land(c->shared, l,
                         (uint64_t)l->pc << PC_SHIFT | c->epoch << EPOCH_SHIFT |
                             (uint64_t)clock << CLOCK_SHIFT |
                             THREAD_FIELD(emu_agent(l->barrier)));
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

/* Likewise, of a write, after all reads. Of an array in device memory that several
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

/* True if `thread` comes after the wait of some warp for what the reader reads. */
static bool after_wait(const struct worker *w, uint32_t thread, const struct reader *r)
{
    const struct cells *c = emu_own(w, slot);
    const uint32_t first = r->thread / WARP_SIZE;
    for (uint32_t warp = first; warp < first + 4; warp++) {
        uint64_t epoch;
        uint32_t clock;
        if (emu_reading_wait(c->reading, r, warp, &epoch, &clock) &&
            (warp == thread / WARP_SIZE || epoch != c->epoch ||
             (c->order && emu_order_covers_warp(c->order, thread, warp, clock))))
            return true;
    }
    return false;
}

/* A write by lane i to bytes that are read asynchronously. */
static void see_read_bytes(struct worker *w, const struct request *r, int i)
{
    const struct cells *c = emu_own(w, slot);
    const uint32_t thread = w->first_lane + r->lane[i];
    const uint64_t offset = emu_request_offset(r, i);
    struct reader reader;
    for (uint64_t at = offset; at < offset + r->size; at += 4)
        for (int k = 0; emu_reading_word(c->reading, at, k, &reader); k++)
            if (!after_wait(w, thread, &reader)) {
                const struct fault_record f = {.kind = FAULT_RACE,
                                               .detail = reader.detail,
                                               .block = w->block,
                                               .pc = r->pc,
                                               .other_pc = reader.pc,
                                               .thread = thread,
                                               .other_thread = reader.thread,
                                               .offset = at + SHARED_OFFSET,
                                               .size = r->size,
                                               .write = true};
                emu_fault_record(w, &f);
                return;
            }
}

/* Stores to shared memory, where the copy engine and wgmma see them. */
static void see_views(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    for (int i = 0; i < r->n; i++) {
        see_read_bytes(w, r, i);
        if (!r->async)
            emu_proxy_store(c->proxies, w->first_lane + r->lane[i],
                            emu_request_offset(r, i), r->size);
    }
}

/* ---- The copy engine, and wgmma. */

/* One lane accesses 16 bytes. */
static struct request piece_of(uintptr_t pc, uint32_t thread, uint64_t offset,
                               bool fills)
{
    return (struct request){.pc = pc,
                            .size = 16,
                            .write = fills,
                            .async = fills,
                            .shared = true,
                            .n = 1,
                            .lanes = 1u << thread % WARP_SIZE,
                            .lane = {thread % WARP_SIZE},
                            .offset = {offset}};
}

static void check_view(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    const int stored = emu_proxy_unfenced(c->proxies, r->offset[0], r->size);
    if (stored < 0)
        return;
    const struct fault_record f = {.kind = FAULT_RACE,
                                   .detail = DETAIL_PROXY,
                                   .block = w->block,
                                   .pc = r->pc,
                                   .thread = w->first_lane + r->lane[0],
                                   .other_thread = (uint32_t)stored,
                                   .offset = r->offset[0] + SHARED_OFFSET,
                                   .size = r->size,
                                   .other_write = true};
    emu_fault_record(w, &f);
}

static void see_shared(struct worker *w, const struct request *r);

static void bulk(struct worker *w, const struct bulk_access *a)
{
    const struct cells *c = emu_own(w, slot);
    if (a->kind == BULK_DONE)
        emu_reading_bulk(c->reading, a);
    for (uint64_t at = a->offset; at < a->offset + a->bytes; at += 16) {
        const struct request r = piece_of(a->pc, a->thread, at, a->kind == BULK_FILLS);
        if (a->kind == BULK_READS)
            check_view(w, &r);
        if (a->kind != BULK_FILLS)
            see_shared(w, &r);
        else {
            see_read_bytes(w, &r, 0);
            emu_flight_see(w, c->flight, &r);
            emu_race_shared_compare(w, c->shared, &r);
        }
    }
    if (a->kind == BULK_READS)
        emu_reading_bulk(c->reading, a);
}

/* The copy engine has permuted the bytes otherwise than the descriptor says. */
static void check_swizzle(struct worker *w, const struct operand *o,
                          const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    const int swizzle = emu_proxy_swizzle(c->proxies, r->offset[0]);
    if (swizzle < 0 || swizzle == o->swizzle)
        return;
    struct fault_record f = {.kind = FAULT_MISALIGNED,
                             .detail = DETAIL_SWIZZLE,
                             .block = w->block,
                             .pc = o->pc,
                             .thread = w->first_lane,
                             .offset = r->offset[0] + SHARED_OFFSET,
                             .size = r->size};
    snprintf(f.text, sizeof f.text,
             "a swizzle of %d bytes, where a tensor copy has one of %d", o->swizzle,
             swizzle);
    emu_fault_record(w, &f);
}

static void operand(struct worker *w, const struct operand *o)
{
    const struct cells *c = emu_own(w, slot);
    for (int i = 0; i < o->n; i++) {
        const struct request r = piece_of(o->pc, 0, o->piece[i], false);
        check_swizzle(w, o, &r);
        check_view(w, &r);
        emu_race_shared_compare(w, c->shared, &r);
    }
    emu_reading_operand(c->reading, o);
}

static void multiplied(struct worker *w, uint32_t warp, uint32_t group)
{
    const struct cells *c = emu_own(w, slot);
    emu_reading_waited(c->reading, warp, group, c->epoch, c->clock[warp]);
}

static void proxy_fence(struct worker *w)
{
    const struct cells *c = emu_own(w, slot);
    emu_proxy_fenced(c->proxies, emu_running(w));
}

static void see_shared(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    emu_flight_see(w, c->flight, r);
    if (c->proxies && r->write)
        see_views(w, r);
    if (c->order && !r->write)
        note_reads(c, r, warp);
    emu_race_shared_see(w, c->shared, r, c->synced[warp]);
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
                                  .arrive = arrive,
                                  .completed_phase = completed_phase,
                                  .pass = pass,
                                  .landed = landed,
                                  .bulk = bulk,
                                  .operand = operand,
                                  .multiplied = multiplied,
                                  .proxy_fence = proxy_fence,
                                  .global = emu_race_global,
                                  .shared = see_shared,
                                  .fence = emu_race_fenced,
                                  .freed = emu_race_freed};
