/*
 * How many softmaxes of a warpgroup run while another one multiplies, because a barrier
 * gives turns. A softmax is what a warpgroup executes on the special function unit
 * between two groups of wgmma; its first warp's lane 0 represents it, and the place
 * where half of these instructions are done represents all.
 *
 * It is decided by what barriers order (vector clocks, as in agents.h), and not by the
 * order in which the emulator runs warps. It is in turn if some group of another
 * warpgroup is both
 *   apart    neither begun only after the softmax, nor waited for before it
 *   between  begun after the last group before the softmax, and before the last one of
 *            the groups that follow it; or after the first one of those before it, and
 *            before the next one. So turns may be for scores alone
 */
#include <string.h>

#include "barriers.h"
#include "count.h"
#include "event.h"
#include "launch.h"

enum { WARPS = MAX_THREADS / WARP_SIZE, GROUPS = WARPS / WARPGROUP, MOST = 256 };

/* What a warp knows of warpgroups: what each did up to this clock comes before. A
   warp's clock is the number of its products, waits for products, and instructions on
   the special function unit: the four warps of a warpgroup do the same. */
struct known {
    uint32_t of[GROUPS];
};

struct group {
    struct known first, last; /* at its first product, and at its last */
    uint32_t clock;           /* of its last */
    uint32_t waited;          /* of the wait for it; 0: not yet */
};

struct softmax {
    struct known known;
    uint32_t clock;  /* before the instruction that is its middle */
    uint32_t before; /* groups before it */
};

/* Instructions between two events of a warpgroup. */
struct interval {
    struct known known;
    uint32_t counted;
    uint64_t done; /* of lane 0, since it started */
};

struct warpgroup {
    struct known known; /* of its first warp */
    struct known since; /* at the last event */
    uint64_t done;      /* then... */
    uint64_t begun;     /* ...and at the last group */
    struct interval interval[MOST];
    int intervals; /* since that group */
    struct group group[MOST];
    struct softmax softmax[MOST];
    uint32_t number; /* of the last group, as events have it, and 1 */
    int groups, softmaxes;
};

/* Which warps have arrived at a named barrier: in this phase, and in the last one, of
   `count` threads. */
struct came {
    uint32_t now, last, count;
};

static int slot;
struct own {
    bool used;               /* by this block */
    uint32_t counted[WARPS]; /* products, and waits for them */
    struct known passed[POOL], arriving[POOL],
        other[WARPS]; /* other: warps but first */
    struct came came[NAMED];
    struct warpgroup of[GROUPS];
};

static void join(struct known *to, const struct known *from)
{
    for (int i = 0; i < GROUPS; i++)
        to->of[i] = from->of[i] > to->of[i] ? from->of[i] : to->of[i];
}

static struct known *known(struct own *own, uint32_t warp)
{
    return warp % WARPGROUP ? &own->other[warp] : &own->of[warp / WARPGROUP].known;
}

static uint32_t clock_of(const struct worker *w, const struct own *own, uint32_t warp)
{
    return 1 + own->counted[warp] + (uint32_t)w->thread[warp * WARP_SIZE].specials;
}

static void begin_block(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    if (own->used)
        memset(own, 0, sizeof *own);
    for (uint32_t i = 0; w->specials && i < w->launch->threads; i++)
        w->thread[i].specials = 0;
    w->specials = 0;
}

/* The warpgroup has an event: note what it has executed since the last one. */
static void note(struct worker *w, struct own *own, uint32_t warpgroup)
{
    struct warpgroup *g = &own->of[warpgroup];
    const uint64_t done = w->thread[warpgroup * WARPGROUP * WARP_SIZE].specials;
    if (done > g->done && g->intervals < MOST)
        g->interval[g->intervals++] =
            (struct interval){g->since, own->counted[warpgroup * WARPGROUP], done};
    g->done = done;
}

/* A group begins: what was executed since the last one is a softmax. */
static void end_softmax(struct warpgroup *g)
{
    const uint64_t half = g->begun + (g->done - g->begun + 1) / 2;
    int i = 0;
    while (i < g->intervals && g->interval[i].done < half)
        i++;
    if (i < g->intervals && g->softmaxes < MOST && g->groups < MOST)
        g->softmax[g->softmaxes++] = (struct softmax){
            g->interval[i].known, g->interval[i].counted + (uint32_t)half,
            (uint32_t)g->groups};
    g->intervals = 0;
    g->begun = g->done;
}

static void multiplies(struct worker *w, struct own *own, const struct wgmma_part *p)
{
    struct warpgroup *g = &own->of[p->warp / WARPGROUP];
    if (p->warp % WARPGROUP == 0)
        note(w, own, p->warp / WARPGROUP);
    own->counted[p->warp]++;
    if (p->warp % WARPGROUP)
        return;
    if (p->group + 1 != g->number) {
        if (g->groups)
            end_softmax(g);
        g->intervals = 0;
        g->begun = g->done;
        g->number = p->group + 1;
        if (g->groups < MOST)
            g->group[g->groups++].first = g->known;
    }
    g->group[g->groups - 1].last = g->known;
    g->group[g->groups - 1].clock = clock_of(w, own, p->warp);
}

/* The warp has waited for its groups up to this one. Those before have their clock. */
static void multiplied(struct worker *w, struct own *own, uint32_t warp, uint32_t group)
{
    struct warpgroup *g = &own->of[warp / WARPGROUP];
    const int still = (int)(g->number - 1 - group); /* in flight */
    if (warp % WARPGROUP == 0)
        note(w, own, warp / WARPGROUP);
    own->counted[warp]++;
    if (warp % WARPGROUP)
        return;
    for (int i = g->groups - still - 1; i >= 0 && !g->group[i].waited; i--)
        g->group[i].waited = clock_of(w, own, warp);
}

static void arrives(struct worker *w, struct own *own, uint32_t thread, int barrier)
{
    const uint32_t warp = thread / WARP_SIZE;
    if (thread % (WARPGROUP * WARP_SIZE) == 0)
        note(w, own, warp / WARPGROUP);
    known(own, warp)->of[warp / WARPGROUP] = clock_of(w, own, warp);
    if (barrier < NAMED)
        own->came[barrier].now |= 1u << warp;
    join(&own->arriving[barrier], known(own, warp));
}

/* If other warps complete one phase than the next, of as many threads, then it is luck
   which do, and the barrier gives no turns. */
static bool is_by_luck(const struct worker *w, struct own *own, int barrier)
{
    if (barrier >= NAMED)
        return false;
    struct came *came = &own->came[barrier];
    const struct came before = *came;
    *came = (struct came){0, before.now, emu_barrier_at(w, barrier)->expected};
    return before.last && before.count == came->count && before.last != came->last;
}

static void completes(const struct worker *w, struct own *own, int barrier)
{
    if (!is_by_luck(w, own, barrier))
        join(&own->passed[barrier], &own->arriving[barrier]);
    own->arriving[barrier] = (struct known){{0}};
}

static void passes(struct worker *w, struct own *own, uint32_t thread, int barrier)
{
    const uint32_t warp = thread / WARP_SIZE;
    if (thread % (WARPGROUP * WARP_SIZE) == 0)
        note(w, own, warp / WARPGROUP);
    join(known(own, warp), &own->passed[barrier]);
    if (warp % WARPGROUP == 0)
        own->of[warp / WARPGROUP].since = own->of[warp / WARPGROUP].known;
}

/* All threads of the block meet. */
static void meet(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    struct known all = {{0}};
    const uint32_t warps = (w->launch->threads + WARP_SIZE - 1) / WARP_SIZE;
    if (!own->used) /* nothing is known that could be ordered */
        return;
    for (uint32_t i = 0; i < warps; i += WARPGROUP)
        note(w, own, i / WARPGROUP);
    for (uint32_t i = 0; i < warps; i++)
        known(own, i)->of[i / WARPGROUP] = clock_of(w, own, i);
    for (uint32_t i = 0; i < warps; i++)
        join(&all, known(own, i));
    for (uint32_t i = 0; i < warps; i++)
        *known(own, i) = all;
    for (int i = 0; i < GROUPS; i++)
        own->of[i].since = own->of[i].known;
}

static void see_async(struct worker *w, const struct async_event *e)
{
    struct own *own = emu_own(w, slot);
    own->used = true;
    switch (e->what) {
    case ASYNC_ARRIVES:
        arrives(w, own, e->thread, e->barrier);
        break;
    case ASYNC_COMPLETES:
        completes(w, own, e->barrier);
        break;
    case ASYNC_PASSES:
        passes(w, own, e->thread, e->barrier);
        break;
    case ASYNC_MULTIPLIES:
        multiplies(w, own, e->product);
        break;
    case ASYNC_MULTIPLIED:
        multiplied(w, own, e->warp, e->group);
        break;
    default:
        break;
    }
}

/* ---- At the end of a block. */

/* True if a group of another warpgroup may run together with the softmax, and is begun
   after one group of this warpgroup, and before another one. */
static bool between(const struct group *before, const struct group *after,
                    const struct softmax *s, int me, const struct warpgroup *b,
                    int other)
{
    for (int i = 0; i < b->groups; i++) {
        const struct group *g = &b->group[i];
        const bool begun_after = s->clock < g->last.of[me];
        const bool waited_before = g->waited && g->waited <= s->known.of[other];
        if (!begun_after && !waited_before && before->clock <= g->first.of[me] &&
            g->clock <= after->first.of[other])
            return true;
    }
    return false;
}

/* The softmaxes before and after it exist. */
static bool in_turn(const struct warpgroup *a, int me, const struct softmax *s,
                    const struct warpgroup *b, int other)
{
    const struct group *before = &a->group[s->before - 1], *after = before + 1;
    const struct group *first = &a->group[s[-1].before];
    const struct group *last = &a->group[s[1].before - 1];
    return between(first, after, s, me, b, other) ||
           between(before, last, s, me, b, other);
}

/* The first softmax of a warpgroup and its last one have no neighbours. */
static void count_block(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    struct counters *c = emu_counters(w);
    for (int me = 0; own->used && me < GROUPS; me++) {
        const struct warpgroup *a = &own->of[me];
        for (int i = 1; i < a->softmaxes - 1; i++) {
            bool turns = false;
            for (int other = 0; other < GROUPS; other++) {
                if (other == me || !own->of[other].groups)
                    continue;
                turns |= in_turn(a, me, &a->softmax[i], &own->of[other], other);
            }
            c->softmaxes++;
            c->softmaxes_in_turn += turns;
        }
    }
    c->specials += w->specials;
}

const struct observer emu_turns = {
    .slot = &slot,
    .bytes = sizeof(struct own),
    .block = begin_block,
    .block_end = count_block,
    .meet = meet,
    .async = see_async,
    .hears = 1u << ASYNC_ARRIVES | 1u << ASYNC_COMPLETES | 1u << ASYNC_PASSES |
             1u << ASYNC_MULTIPLIES | 1u << ASYNC_MULTIPLIED};
