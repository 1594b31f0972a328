/* Vector clocks of threads and barriers; order.h states the contract. */
#include "order.h"

#include <string.h>

#include "barriers.h"
#include "launch.h"
#include "settings.h"
#include "shared.h"

/* The functions that a kernel's barriers call: NULL if the program has none. */
extern __typeof__(emu_bar) emu_bar __attribute__((weak));
extern __typeof__(emu_mbarrier_init) emu_mbarrier_init __attribute__((weak));
extern __typeof__(emu_release) emu_release __attribute__((weak));
extern __typeof__(emu_cluster_arrive) emu_cluster_arrive __attribute__((weak));

/* For each thread, and each agent: what it did before this clock is ordered. A clock of
   another epoch orders nothing. */
struct clocks {
    uint32_t epoch;
    uint16_t before[AGENTS + MBARRIERS];
};

/* Of a barrier as an agent: the copies that land have this clock; with `news` some have
   landed since a thread passed last. */
struct landings {
    uint32_t epoch;
    uint16_t clock;
    bool news;
};

struct reads {
    uint32_t epoch;
    uint16_t clock[MAX_WARPS]; /* of each warp's last read, and 1; 0: none */
};

struct order {
    uint32_t epoch; /* from one meeting of all threads to the next */
    struct clocks thread[MAX_THREADS], arriving[BARRIERS + FLAGS],
        passed[BARRIERS + FLAGS];
    struct landings landings[BARRIERS];
    bool news[MAX_WARPS]; /* a lane knows more than the others */
    /* The lanes of a warp that read shared memory at a clock. */
    struct {
        uint32_t epoch, lanes;
    } reading[MAX_WARPS][CLOCK_LIMIT];
    struct reads *word; /* of shared memory */
};

bool emu_order_by_barriers(void)
{
    return emu_bar || emu_mbarrier_init || emu_cluster_arrive;
}

bool emu_order_used(void)
{
    return emu_order_by_barriers() || emu_release;
}

struct order *emu_order_new(void)
{
    struct order *o = emu_allocate(1, sizeof *o, "the order of threads");
    o->word = emu_allocate(emu_shared_bytes() / 4 + 1, sizeof *o->word,
                           "the order of threads");
    o->epoch = 1;
    return o;
}

void emu_order_forget(struct order *o)
{
    o->epoch++;
    memset(o->news, 0, sizeof o->news);
}

/* The clocks of this epoch. */
static struct clocks *now(const struct order *o, struct clocks *c)
{
    if (c->epoch != o->epoch) {
        c->epoch = o->epoch;
        memset(c->before, 0, sizeof c->before);
    }
    return c;
}

static void join(const struct order *o, struct clocks *to, const struct clocks *from)
{
    if (from->epoch != o->epoch)
        return;
    now(o, to);
    for (int i = 0; i < AGENTS + MBARRIERS; i++)
        to->before[i] =
            from->before[i] > to->before[i] ? from->before[i] : to->before[i];
}

void emu_order_lanes(struct order *o, uint32_t warp)
{
    struct clocks *first = &o->thread[warp * WARP_SIZE];
    if (!o->news[warp])
        return;
    o->news[warp] = false;
    for (int lane = 1; lane < WARP_SIZE; lane++)
        join(o, first, &first[lane]);
    for (int lane = 1; lane < WARP_SIZE; lane++)
        first[lane] = *first;
}

void emu_order_arrive(struct order *o, uint32_t thread, int i, uint32_t clock,
                      uint32_t synced)
{
    const uint32_t first = thread / WARP_SIZE * WARP_SIZE;
    struct clocks *to = now(o, &o->arriving[i]);
    join(o, to, &o->thread[thread]);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (to->before[first + lane] < synced)
            to->before[first + lane] = (uint16_t)synced;
    to->before[thread] = (uint16_t)(clock + 1);
}

void emu_order_complete(struct order *o, int i)
{
    join(o, &o->passed[i], &o->arriving[i]);
    o->arriving[i].epoch = 0;
}

uint32_t emu_order_land(struct order *o, int i)
{
    struct landings *l = &o->landings[i];
    if (l->epoch != o->epoch)
        *l = (struct landings){.epoch = o->epoch};
    l->news = l->clock < CLOCK_LIMIT;
    return l->clock;
}

void emu_order_pass(struct order *o, uint32_t thread, int i)
{
    struct landings *l = i < BARRIERS ? &o->landings[i] : NULL;
    if (l && l->epoch == o->epoch && l->news) {
        l->news = false;
        now(o, &o->passed[i])->before[emu_agent(i)] = ++l->clock;
    }
    join(o, &o->thread[thread], &o->passed[i]);
    o->news[thread / WARP_SIZE] = true;
}

bool emu_order_covers(const struct order *o, uint32_t thread, uint32_t other,
                      uint32_t clock)
{
    const struct clocks *c = &o->thread[thread];
    return c->epoch == o->epoch && clock < c->before[other];
}

bool emu_order_covers_warp(const struct order *o, uint32_t thread, uint32_t warp,
                           uint32_t clock)
{
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
        if (emu_order_covers(o, thread, warp * WARP_SIZE + lane, clock))
            return true;
    return false;
}

bool emu_order_knows(const struct order *o, uint32_t thread)
{
    return o->thread[thread].epoch == o->epoch;
}

void emu_order_read(struct order *o, uint64_t word, uint32_t warp, uint32_t lanes,
                    uint32_t clock)
{
    struct reads *r = &o->word[word];
    if (r->epoch != o->epoch) {
        memset(r, 0, sizeof *r);
        r->epoch = o->epoch;
    }
    r->clock[warp] = (uint16_t)(clock + 1);
    if (o->reading[warp][clock].epoch != o->epoch)
        o->reading[warp][clock].lanes = 0;
    o->reading[warp][clock].epoch = o->epoch;
    o->reading[warp][clock].lanes |= lanes;
}

int emu_order_reader(const struct order *o, uint64_t word, uint32_t thread,
                     uint32_t synced)
{
    const struct reads *r = &o->word[word];
    if (r->epoch != o->epoch)
        return -1;
    for (uint32_t warp = 0; warp < MAX_WARPS; warp++) {
        const uint32_t clock = r->clock[warp] - 1u;
        if (!r->clock[warp] || (warp == thread / WARP_SIZE && clock < synced))
            continue;
        for (uint32_t rest = o->reading[warp][clock].lanes; rest; rest &= rest - 1) {
            const uint32_t other = warp * WARP_SIZE + __builtin_ctz(rest);
            if (other != thread && !emu_order_covers(o, thread, other, clock))
                return (int)other;
        }
    }
    return -1;
}
