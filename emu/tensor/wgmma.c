/*
 * wgmma: products that the four warps of a warpgroup begin, and later wait for. Each
 * warp multiplies 16 of the 64 rows. Operands are read when the first warp waits, as
 * late as they may be. From the beginning to its wait a warp's accumulators hold NaNs.
 */
#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "cluster.h"
#include "emu_launch.h"
#include "event.h"
#include "launch.h"
#include "platform.h"
#include "wgmma.h"
#include "wgmma_warp.h"

static struct wgmma_warp (*all[EMU_MAX_WORKERS])[MAX_WARPS];

void *emu_wgmma_reserve(void *old, size_t bytes)
{
    uint64_t *held = emu_hold_on();
    void *more = realloc(old, bytes);
    emu_go_on(held);
    if (!more)
        emu_stop_at("begins too many products: memory is exhausted", 0);
    return more;
}

struct wgmma_warp *emu_wgmma_warp(const struct worker *w, uint32_t i)
{
    if (!all[w->number]) {
        all[w->number] = emu_wgmma_reserve(NULL, sizeof **all);
        memset(all[w->number], 0, sizeof **all);
    }
    struct wgmma_warp *p = &(*all[w->number])[i];
    if (p->launch != w->launch->number || p->block != w->block) {
        p->launch = w->launch->number;
        p->block = w->block;
        p->committed = p->products = 0;
        p->begun_in++;
        p->n = 0;
        p->fenced = false;
        for (int s = 0; s < MOST_SETS && p->sums[s]; s++)
            p->sums[s]->in_flight = 0;
    }
    return p;
}

struct wgmma_warp *emu_wgmma_mine(void)
{
    const struct worker *w = emu_worker();
    return emu_wgmma_warp(w, emu_running(w) / WARP_SIZE);
}

_Noreturn void emu_wgmma_alone(const char *text, uintptr_t pc)
{
    struct fault_record f = emu_fault_here(FAULT_BARRIER, pc);
    f.detail = DETAIL_ALIGNED;
    strncpy(f.text, text, sizeof f.text - 1);
    emu_fault_abandon(emu_worker(), &f);
}

/* ---- The products. */

/* Compute the products of groups before this one. */
static void compute(struct wgmma_warp *p, uint32_t warp, uint32_t group)
{
    for (size_t i = 0; i < p->n && p->product[i].group < group; i++) {
        struct wgmma_product *c = &p->product[i];
        if (!c->computed)
            emu_wgmma_multiply(c, warp);
        c->computed = true;
    }
}

/* Complete the groups of the running warp before this one. wgmma is an operation of the
   whole warpgroup: where one warp has waited, the others' operands are read, too. */
static void complete(struct worker *w, struct wgmma_warp *p, uint32_t warp,
                     uint32_t group)
{
    const uint32_t first = warp / WARPGROUP * WARPGROUP;
    size_t done = 0;
    for (uint32_t i = first; i < first + WARPGROUP; i++)
        compute(emu_wgmma_warp(w, i), i, group);
    for (; done < p->n && p->product[done].group < group; done++) {
        struct wgmma_sums *s = p->product[done].sums;
        if (--s->in_flight == 0)
            emu_wgmma_write(s);
    }
    p->n -= done;
    if (done)
        memmove(p->product, p->product + done, p->n * sizeof *p->product);
    if (group)
        EMU_ASYNC(w, ASYNC_MULTIPLIED, .warp = warp, .group = group - 1);
}

/* True if the other warps of the running one's warpgroup have committed these groups,
   or will not before this warp goes on. */
static bool others_have_begun(uint32_t groups)
{
    const struct worker *w = emu_worker();
    const uint32_t warp = emu_running(w) / WARP_SIZE,
                   first = warp / WARPGROUP * WARPGROUP;
    for (uint32_t i = first; i < first + WARPGROUP; i++) {
        const uint8_t state = w->state[i * WARP_SIZE];
        if (i * WARP_SIZE < w->launch->threads &&
            emu_wgmma_warp(w, i)->committed < groups && state != THREAD_EXITED &&
            state != THREAD_BARRIER)
            return false;
    }
    return true;
}

/* True if a warp of the running one's warpgroup waits for registers: setmaxnreg. */
static bool waits_for_registers(void)
{
    const struct worker *w = emu_worker();
    const uint32_t group = emu_running(w) / (WARPGROUP * WARP_SIZE);
    const uint32_t first = group * WARPGROUP * WARP_SIZE;
    for (uint32_t i = first; i < first + WARPGROUP * WARP_SIZE; i += WARP_SIZE)
        if (i < w->launch->threads && w->state[i] == THREAD_BLOCKED &&
            w->thread[i].barrier == POOL)
            return true;
    return false;
}

/* True if another thread of the block, or of its cluster, can go on. */
static bool others_go_on(void)
{
    const struct cluster *c = emu_cluster_of(emu_worker());
    for (int k = 0; k < c->size; k++) {
        const struct worker *w = c->member[k];
        if (c->live[k] && (!c->begun[k] || (w != emu_worker() && emu_barriers_poll(w))))
            return true;
        for (uint32_t i = 0; c->live[k] && i < w->launch->threads; i++)
            if ((w->state[i] == THREAD_READY && !w->thread[i].lingers) ||
                (i % WARP_SIZE == 0 && emu_warp_complete(w, i)))
                return true;
    }
    return false;
}

/* The running thread lets other warps of its warpgroup commit these groups. */
static void linger(uint32_t groups)
{
    enum { TURNS = 1 << 14 };
    struct worker *w = emu_worker();
    struct thread *t = w->running;
    t->lingers = true;
    for (int i = 0; i < TURNS && !others_have_begun(groups); i++) {
        if (i > 0 && waits_for_registers() && !others_go_on())
            break;
        w->turn_ends = true;
        emu_thread_pause();
    }
    t->lingers = false;
}

/* ---- Operations of a warp: the last lane to arrive does it for all. */

struct step {
    struct emu_together head;
    bool complete;
    unsigned prior;
};

static bool all_here(struct emu_together *const *lanes)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (!lanes[lane])
            return false;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        ((struct step *)lanes[lane])->complete = true;
    return true;
}

static void run_fence(struct emu_together *const *lanes)
{
    if (all_here(lanes))
        emu_wgmma_mine()->fenced = true;
}

static void run_commit(struct emu_together *const *lanes)
{
    if (all_here(lanes))
        emu_wgmma_mine()->committed++;
}

static void run_meet(struct emu_together *const *lanes)
{
    all_here(lanes);
}

static void run_wait(struct emu_together *const *lanes)
{
    struct worker *w = emu_worker();
    if (!all_here(lanes))
        return;
    struct wgmma_warp *p = emu_wgmma_mine();
    const unsigned prior = ((struct step *)lanes[0])->prior;
    if (p->committed > prior)
        complete(w, p, w->first_lane / WARP_SIZE, p->committed - prior);
}

static void step(void (*run)(struct emu_together *const *lanes), unsigned prior,
                 uintptr_t pc)
{
    struct step mine = {{run, 1}, false, prior};
    emu_warp_at(EMU_TOGETHER, 0xffffffff, (uint64_t)&mine, 0, pc);
    if (!mine.complete)
        emu_wgmma_alone(
            "executes an instruction of wgmma without all 32 lanes of its warp", pc);
}

void emu_wgmma_fence(void)
{
    step(run_fence, 0, EMU_CALLER());
}

void emu_wgmma_commit(void)
{
    step(run_commit, 0, EMU_CALLER());
}

void emu_wgmma_wait(unsigned prior)
{
    /* The lanes' earlier accesses take effect, so that other warps get their turn. */
    step(run_meet, prior, EMU_CALLER());
    const uint32_t committed = emu_wgmma_mine()->committed;
    const uint32_t groups = committed > prior ? committed - prior : 0;
    linger(groups);
    step(run_wait, prior, EMU_CALLER());
}

void emu_wgmma_end(struct worker *w)
{
    for (uint32_t i = 0; w->accumulates && i < w->launch->threads / WARP_SIZE; i++) {
        const struct wgmma_warp *p = emu_wgmma_warp(w, i);
        const struct wgmma_warp *first = emu_wgmma_warp(w, i / WARPGROUP * WARPGROUP);
        if (p->products == first->products)
            continue;
        const bool fewer = p->products < first->products;
        const struct fault_record f = {
            .kind = FAULT_BARRIER,
            .detail = DETAIL_ALIGNED,
            .block = w->block,
            .pc = fewer ? first->pc : p->pc,
            .thread = (fewer ? i / WARPGROUP * WARPGROUP : i) * WARP_SIZE,
            .text = "multiplies by wgmma without all four "
                    "warps of its warpgroup"};
        emu_fault_record(w, &f);
        return;
    }
}
