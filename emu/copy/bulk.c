/* Bulk copies; bulk.h states the contract. */
#include "bulk.h"

#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "event.h"
#include "launch.h"
#include "note.h"
#include "platform.h"
#include "shared.h"

struct bulks {
    unsigned launch;
    uint64_t block;
    size_t n, room;
    struct bulk_copy *copy;
    uint32_t group[MAX_THREADS]; /* committed */
};
static struct bulks *all[EMU_MAX_WORKERS];

/* Those of the running block; NULL if it has begun none. */
static struct bulks *of(const struct worker *w)
{
    struct bulks *b = all[w->number];
    return b && b->launch == w->launch->number && b->block == w->block ? b : NULL;
}

static struct bulks *need(const struct worker *w)
{
    struct bulks *b = all[w->number];
    uint64_t *held = emu_hold_on();
    if (!b)
        b = all[w->number] = calloc(1, sizeof *b);
    if (b && (b->launch != w->launch->number || b->block != w->block)) {
        b->launch = w->launch->number;
        b->block = w->block;
        b->n = 0;
        memset(b->group, 0, sizeof b->group);
    }
    if (b && b->n == b->room) {
        const size_t room = 2 * b->room + 16;
        void *more = realloc(b->copy, room * sizeof *b->copy);
        if (more) {
            b->copy = more;
            b->room = room;
        }
    }
    emu_go_on(held);
    if (!b || b->n == b->room)
        emu_stop_at("begins too many bulk copies: memory is exhausted", 0);
    return b;
}

void emu_bulk_add(const struct worker *w, struct bulk_copy *c)
{
    struct bulks *b = need(w);
    c->group = c->barrier < 0 ? b->group[c->thread] : 0;
    b->copy[b->n++] = *c;
}

/* ---- Completion. */

static void land_part(struct worker *w, const struct bulk_copy *c, uint64_t offset,
                      uint32_t bytes)
{
    const struct landing l = {.barrier = c->barrier,
                              .thread = c->thread < MAX_THREADS ? c->thread : 0,
                              .pc = c->pc,
                              .offset = offset,
                              .bytes = bytes,
                              .bulk = true,
                              .swizzle = c->map.rank ? c->map.swizzle : -1};
    memset(w->shared_shadow + offset / 4, SHADOW_SET, bytes / 4);
    EMU_ASYNC(w, ASYNC_LANDS, .landing = &l);
}

static void finish_part(struct worker *w, const struct bulk_copy *c, uint64_t offset,
                        uint32_t bytes)
{
    const struct bulk_access a = {BULK_DONE, c->thread, c->pc, offset, bytes, -1};
    EMU_ASYNC(w, ASYNC_BULK, .bulk = &a);
}

uint64_t emu_bulk_land(struct worker *w, int i)
{
    struct bulks *b = of(w);
    for (size_t k = 0; b && k < b->n; k++) {
        const struct bulk_copy c = b->copy[k];
        if (c.barrier != i)
            continue;
        emu_box_move(w, &c);
        emu_box_each(w, &c, land_part);
        b->n--;
        memmove(&b->copy[k], &b->copy[k + 1], (b->n - k) * sizeof c);
        return c.bytes;
    }
    return 0;
}

/* The sources of the thread's stores in groups before this one have been read. If
   `seen`, so are their results. */
static void complete_stores(struct worker *w, uint32_t thread, uint32_t group,
                            bool seen)
{
    struct bulks *b = of(w);
    size_t kept = 0;
    for (size_t k = 0; b && k < b->n; k++) {
        struct bulk_copy c = b->copy[k];
        const bool done = c.barrier < 0 && c.thread == thread && c.group < group;
        if (done && !c.moved) {
            emu_box_move(w, &c);
            emu_box_each(w, &c, finish_part);
            c.moved = true;
        }
        if (!done || !seen)
            b->copy[kept++] = c;
    }
    if (b)
        b->n = kept;
}

void emu_bulk_commit(void)
{
    const struct worker *w = emu_worker();
    need(w)->group[emu_running(w)]++;
}

void emu_bulk_wait(unsigned prior, int only_read)
{
    struct worker *w = emu_worker();
    const struct bulks *b = of(w);
    const uint32_t thread = emu_running(w);
    emu_barrier_order(EMU_CALLER());
    if (b && b->group[thread] > prior)
        complete_stores(w, thread, b->group[thread] - prior, !only_read);
}

/* Nothing says that the GPU waits: another block may have the memory by then. */
static void record_end(struct worker *w, const struct bulk_copy *c)
{
    struct fault_record f = {.kind = FAULT_RACE,
                             .detail = DETAIL_LEFT,
                             .block = w->block,
                             .pc = c->pc,
                             .thread = c->thread,
                             .other_thread = c->thread,
                             .offset = c->offset + SHARED_OFFSET,
                             .size = 4,
                             .write = c->barrier >= 0};
    f.committed = c->barrier < 0 && of(w)->group[c->thread % MAX_THREADS] > c->group;
    if (c->thread < MAX_THREADS) /* else the block that begins it has it, too */
        emu_fault_record(w, &f);
}

void emu_bulk_end(struct worker *w)
{
    const struct bulks *b = of(w);
    for (size_t k = 0; b && k < b->n; k++) {
        if (b->copy[k].moved)
            continue;
        if (w->faults == 0) /* else they explain it */
            record_end(w, &b->copy[k]);
        if (b->copy[k].barrier < 0)
            emu_box_move(w, &b->copy[k]);
    }
    if (b)
        all[w->number]->n = 0;
}

bool emu_bulk_in_flight(const struct worker *w, uint64_t offset, uint32_t *thread,
                        uintptr_t *pc)
{
    const struct bulks *b = of(w);
    const uint64_t at = offset - SHARED_OFFSET;
    for (size_t k = 0; b && k < b->n; k++)
        if (b->copy[k].barrier >= 0 &&
            at - b->copy[k].offset < emu_box_room(&b->copy[k])) {
            *thread = b->copy[k].thread;
            *pc = b->copy[k].pc;
            return true;
        }
    return false;
}

bool emu_bulk_stores(const struct worker *w, uintptr_t p, uint32_t bytes,
                     uint32_t *thread, uintptr_t *pc)
{
    const struct bulks *b = of(w);
    for (size_t k = 0; b && k < b->n; k++)
        if (b->copy[k].barrier < 0 && emu_box_stores_to(&b->copy[k], p, bytes)) {
            *thread = b->copy[k].thread;
            *pc = b->copy[k].pc;
            return true;
        }
    return false;
}
