/* Races between the blocks of a cluster: events of the launch. race_cluster.h and
   agents.h have the contracts. */
#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "bulk.h"
#include "cluster.h"
#include "detectors.h"
#include "race_cluster.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

/* A piece of 16 bytes that a wgmma reads, until its group is complete. */
struct piece {
    uint32_t offset, group;
};

/* Of a worker's block. */
struct own {
    struct agents agents;
    struct cluster_words words;
    struct touch *last; /* for each agent: that of another block, to any of the bytes */
    struct reading {
        struct piece *piece;
        size_t n, room;
    } * reading; /* of each warp */
    uint32_t readings;
    struct early { /* the first access to a block that may not have begun */
        bool is;
        uintptr_t pc;
        uint32_t thread;
        uint64_t owner;
    } early;
};
static int slot;

static struct own *of(const struct worker *w)
{
    return emu_own(w, slot);
}

static struct agents *agents_of(const struct worker *w)
{
    return &of(w)->agents;
}

static bool is_on(const struct worker *w)
{
    return w->launch->together > 1;
}

static uint32_t running_warp(const struct worker *w)
{
    return emu_running(w) / WARP_SIZE;
}

/* ---- A cluster begins. */

static void prepare(struct own *o)
{
    const struct agents *a = &o->agents;
    for (uint32_t i = 0; i < o->readings; i++)
        free(o->reading[i].piece);
    emu_cluster_words_renew(&o->words, a);
    o->last = emu_agents_renew(o->last, a->all, sizeof *o->last);
    o->reading = emu_agents_renew(o->reading, a->warps, sizeof *o->reading);
    o->readings = a->warps;
}

/* The wgmma of `from` up to this group have read; as warp `warp`, at its clock. */
static void finish(struct own *o, uint32_t from, uint32_t warp, uint32_t clock,
                   uint32_t group)
{
    struct reading *r = &o->reading[from];
    size_t kept = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (r->piece[i].group > group) {
            r->piece[kept++] = r->piece[i];
            continue;
        }
        for (uint64_t k = r->piece[i].offset / 4; k < r->piece[i].offset / 4 + 4; k++) {
            uint64_t *reads = o->words.read + k * o->agents.warps;
            const uint64_t access = (reads[from] & ~(uint64_t)LATER) | clock;
            if ((uint32_t)reads[from] != LATER) /* another product has read it, too */
                continue;
            reads[from] = 0;
            reads[warp] = access;
        }
    }
    r->n = kept;
}

static void begin(struct worker *w, const struct cluster *c)
{
    if (!is_on(w))
        return;
    const bool changed = emu_agents_begin(c, agents_of);
    for (int i = 0; i < c->size; i++) {
        struct own *o = of(c->member[i]);
        if (changed)
            prepare(o);
        for (uint32_t k = 0; k < o->agents.warps; k++)
            finish(o, k, k, 0, UINT32_MAX);
        memset(o->last, 0, o->agents.all * sizeof *o->last);
        o->early.is = false;
    }
}

/* ---- Barriers. */

/* The barrier of the cluster, and flags, belong to all of its blocks. */
static struct agents *keeper(const struct worker *w, int i)
{
    return i == CLUSTER || i >= BARRIERS ? agents_of(agents_of(w)->cluster->member[0])
                                         : agents_of(w);
}

static void arrive(struct worker *w, uint32_t thread, int i)
{
    (w->running->relaxed ? emu_agents_arrive_relaxed : emu_agents_arrive)(
        agents_of(w), thread / WARP_SIZE, keeper(w, i), i);
}

static void fence(struct worker *w)
{
    if (is_on(w))
        emu_agents_fence(agents_of(w), running_warp(w));
}

static void fence_at(struct worker *w, uintptr_t pc)
{
    (void)pc;
    fence(w);
}

static void arrive_remotely(struct worker *w, const struct worker *owner, int i)
{
    emu_agents_arrive(agents_of(w), running_warp(w), agents_of(owner), i);
}

static void meet(struct worker *w)
{
    if (is_on(w))
        emu_agents_meet(agents_of(w));
}

/* ---- Accesses. */

static void see_shared(struct worker *w, const struct request *r)
{
    struct own *o = of(w);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    for (int i = 0; is_on(w) && i < r->n; i++) {
        struct cluster_access a = {
            .owner = &o->agents,
            .words = &o->words,
            .by = &o->agents,
            .agent = o->agents.first + warp,
            .offset = emu_request_offset(r, i),
            .size = r->size,
            .write = r->write,
            .atomic = (r->atomic || r->compared) && !r->async,
            .as = emu_cluster_access_at(r->pc, r->lane[i], o->agents.clock[warp])};
        emu_cluster_see(w, &a, true);
    }
}

/* What a bulk copy of the running thread does in its own block's memory. */
static void see_bulk(struct worker *w, const struct bulk_access *b)
{
    struct own *o = of(w);
    const uint32_t warp = b->thread / WARP_SIZE;
    struct cluster_access a = {.owner = &o->agents,
                               .words = &o->words,
                               .by = &o->agents,
                               .agent = o->agents.first + warp,
                               .offset = b->offset,
                               .size = b->bytes,
                               .write = b->kind == BULK_FILLS,
                               .as = emu_cluster_access_at(b->pc, b->thread % WARP_SIZE,
                                                           o->agents.clock[warp])};
    emu_cluster_see(w, &a, b->kind != BULK_FILLS);
}

static void see_remote(struct worker *w, const struct remote_access *r)
{
    struct own *o = of(w);
    const uint32_t warp = running_warp(w), lane = emu_running(w) % WARP_SIZE;
    struct cluster_access a = {
        .owner = agents_of(r->owner),
        .words = &of(r->owner)->words,
        .by = &o->agents,
        .agent = o->agents.first + warp,
        .offset = r->offset,
        .size = r->size,
        .write = r->write,
        .atomic = r->atomic,
        .as = emu_cluster_access_at(r->pc, lane, o->agents.clock[warp])};
    if (!r->copy)
        of(r->owner)->last[a.agent] = (struct touch){a.as, a.agent};
    emu_cluster_see(w, &a, !r->copy);
    if (!o->early.is && !emu_agents_begun(&o->agents, a.agent, a.owner))
        o->early = (struct early){true, r->pc, emu_running(w), r->owner->block};
}

/* ---- wgmma reads until its warp has waited. */

static void see_operand(struct worker *w, const struct operand *p)
{
    struct own *o = of(w);
    struct reading *r = &o->reading[p->warp];
    if (r->n + (size_t)p->n > r->room) {
        const size_t room = 2 * r->room + (size_t)p->n;
        struct piece *more = emu_allocate(room, sizeof *more, "races in a cluster");
        if (r->n)
            memcpy(more, r->piece, r->n * sizeof *more);
        free(r->piece);
        r->piece = more;
        r->room = room;
    }
    for (int i = 0; i < p->n; i++) {
        struct cluster_access a = {.owner = &o->agents,
                                   .words = &o->words,
                                   .by = &o->agents,
                                   .agent = o->agents.first + p->warp,
                                   .offset = p->piece[i],
                                   .size = 16,
                                   .as = emu_cluster_access_at(p->pc, 0, LATER)};
        emu_cluster_see(w, &a, true);
        r->piece[r->n++] = (struct piece){p->piece[i], p->group};
    }
}

/* wgmma is an operation of the warpgroup: where one warp has waited, the reads of all
   four are complete, and each that waits knows it. */
static void see_multiplied(struct worker *w, uint32_t warp, uint32_t group)
{
    struct own *o = of(w);
    const uint32_t first = warp / WARPGROUP * WARPGROUP;
    for (uint32_t k = first; k < first + WARPGROUP && k < o->agents.warps; k++)
        finish(o, k, warp, o->agents.clock[warp], group);
    emu_agents_waited(&o->agents, warp);
}

/* ---- The block ends: no other one may access its memory from then on. */

/* What races say more exactly is said by then. */
static void tell_early(struct worker *w, const struct early *e)
{
    const struct fault_record f = {.kind = FAULT_RACE,
                                   .detail = DETAIL_NOT_BEGUN,
                                   .block = w->block,
                                   .pc = e->pc,
                                   .thread = e->thread,
                                   .remote = true,
                                   .owner = e->owner};
    emu_fault_record(w, &f);
}

static void end(struct worker *w)
{
    const struct own *o = of(w);
    if (is_on(w) && o->early.is)
        tell_early(w, &o->early);
    for (uint32_t k = 0; is_on(w) && k < o->agents.all; k++) {
        bool known_to_one = !o->last[k].access;
        for (uint32_t warp = 0; warp < o->agents.warps && !known_to_one; warp++)
            known_to_one = emu_agents_ordered(&o->agents, o->agents.first + warp, k,
                                              (uint32_t)o->last[k].access);
        if (known_to_one)
            continue;
        const struct fault_record f = {
            .kind = FAULT_RACE,
            .detail = DETAIL_ENDED,
            .block = emu_cluster_block_of(&o->agents, k),
            .pc = emu_full_pc(o->last[k].access >> PC_SHIFT),
            .thread = emu_cluster_thread_of(&o->agents, k, o->last[k].access),
            .remote = true,
            .owner = w->block};
        emu_fault_record(w, &f);
        return;
    }
}

static void see_async(struct worker *w, const struct async_event *e)
{
    if (!is_on(w))
        return;
    switch (e->what) {
    case ASYNC_ARRIVES:
        arrive(w, e->thread, e->barrier);
        break;
    case ASYNC_ARRIVES_AT:
        arrive_remotely(w, e->owner, e->barrier);
        break;
    case ASYNC_COMPLETES:
        emu_agents_complete(keeper(w, e->barrier), e->barrier);
        break;
    case ASYNC_PASSES:
        emu_agents_pass(agents_of(w), e->thread / WARP_SIZE, keeper(w, e->barrier),
                        e->barrier);
        break;
    case ASYNC_BULK:
        see_bulk(w, e->bulk);
        break;
    case ASYNC_READS:
        see_operand(w, e->operand);
        break;
    case ASYNC_MULTIPLIED:
        see_multiplied(w, e->warp, e->group);
        break;
    case ASYNC_INIT_FENCE:
        fence(w);
        break;
    default:
        break;
    }
}

const struct observer emu_race_cluster = {.name = "race",
                                          .slot = &slot,
                                          .bytes = sizeof(struct own),
                                          .cluster = begin,
                                          .block_end = end,
                                          .barrier = meet,
                                          .fence = fence_at,
                                          .shared = see_shared,
                                          .remote = see_remote,
                                          .async = see_async};
