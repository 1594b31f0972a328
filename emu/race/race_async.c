/*
 * Races of asynchronous operations with threads, and with one another: copies that an
 * mbarrier completes, bulk copies, wgmma.
 */
#include <stdio.h>
#include <string.h>

#include "bulk.h"
#include "race_cells.h"

/* Copies are complete: a write by barrier i, which orders it. */
void emu_race_landed(struct worker *w, const struct landing *l)
{
    struct cells *c = emu_race_cells(w);
    uint32_t clock = emu_order_land(c->order, l->barrier);
    if (clock == CLOCK_LIMIT) {
        emu_race_epoch(w);
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

/* True if `thread` comes after the wait of some warp for what the reader reads. */
static bool after_wait(const struct worker *w, uint32_t thread, const struct reader *r)
{
    const struct cells *c = emu_race_cells(w);
    const uint32_t first = r->thread / WARP_SIZE;
    for (uint32_t warp = first; warp < first + WARPGROUP; warp++) {
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
    const struct cells *c = emu_race_cells(w);
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
static void see_stores(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_race_cells(w);
    for (int i = 0; i < r->n; i++) {
        see_read_bytes(w, r, i);
        if (!r->async)
            emu_proxy_store(c->proxies, w->first_lane + r->lane[i],
                            emu_request_offset(r, i), r->size);
    }
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
    const struct cells *c = emu_race_cells(w);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    emu_flight_see(w, c->flight, r);
    if (c->proxies && r->write)
        see_stores(w, r);
    if (c->order && !r->write)
        note_reads(c, r, warp);
    emu_race_shared_see(w, c->shared, r, c->synced[warp]);
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

void emu_race_bulk(struct worker *w, const struct bulk_access *a)
{
    const struct cells *c = emu_race_cells(w);
    if (a->kind == BULK_FILLS)
        emu_race_check_barrier(w, a);
    if (a->kind == BULK_DONE)
        emu_reading_bulk(c->reading, a);
    for (uint64_t at = a->offset; at < a->offset + a->bytes; at += 16) {
        const struct request r = piece_of(a->pc, a->thread, at, a->kind == BULK_FILLS);
        if (a->kind == BULK_READS)
            emu_race_check_view(w, &r);
        if (a->kind != BULK_FILLS)
            emu_race_see(w, &r);
        else {
            see_read_bytes(w, &r, 0);
            emu_flight_see(w, c->flight, &r);
            emu_race_shared_compare(w, c->shared, &r);
        }
    }
    if (a->kind == BULK_READS)
        emu_reading_bulk(c->reading, a);
}

extern const char emu_plain __attribute__((weak)); /* unset.c */

/* The copy engine has permuted the bytes otherwise than the descriptor says. */
static void check_swizzle(struct worker *w, const struct operand *o,
                          const struct request *r)
{
    const struct cells *c = emu_race_cells(w);
    const int swizzle = emu_proxy_swizzle(c->proxies, r->offset[0]);
    if (swizzle < 0 || swizzle == o->swizzle || &emu_plain)
        return;
    struct fault_record f = {.kind = FAULT_MISALIGNED,
                             .detail = DETAIL_SWIZZLE,
                             .block = w->block,
                             .pc = o->pc,
                             .thread = w->first_lane,
                             .offset = r->offset[0] + SHARED_OFFSET,
                             .size = r->size};
    char own[48] = "no swizzle", copy[32] = "none";
    if (o->swizzle)
        snprintf(own, sizeof own, "a swizzle of %d bytes", o->swizzle);
    if (swizzle)
        snprintf(copy, sizeof copy, "one of %d", swizzle);
    snprintf(f.text, sizeof f.text, "%s, where a tensor copy has %s", own, copy);
    emu_fault_record(w, &f);
}

void emu_race_operand(struct worker *w, const struct operand *o)
{
    const struct cells *c = emu_race_cells(w);
    for (int i = 0; i < o->n; i++) {
        const struct request r = piece_of(o->pc, 0, o->piece[i], false);
        check_swizzle(w, o, &r);
        emu_race_check_view(w, &r);
        emu_race_shared_compare(w, c->shared, &r);
    }
    emu_reading_operand(c->reading, o);
}

void emu_race_multiplied(struct worker *w, uint32_t warp, uint32_t group)
{
    const struct cells *c = emu_race_cells(w);
    emu_reading_waited(c->reading, warp, group, c->epoch, c->clock[warp]);
}

void emu_race_results(struct worker *w, const struct request *r)
{
    struct fault_record f = {.detail = DETAIL_COPYING,
                             .kind = r->write ? FAULT_RACE : FAULT_UNINITIALIZED,
                             .block = w->block,
                             .pc = r->pc,
                             .size = r->size,
                             .write = r->write,
                             .other_write = true};
    for (int i = 0; emu_bulk_stores && i < r->n; i++) {
        f.offset = emu_request_offset(r, i);
        f.thread = w->first_lane + r->lane[i];
        if (f.offset < ARENA_BYTES &&
            emu_bulk_stores(w, emu_arena() + f.offset, r->size, &f.other_thread,
                            &f.other_pc)) {
            emu_fault_record(w, &f);
            return;
        }
    }
}
