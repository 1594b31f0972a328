/* Blocks of a cluster take turns; cluster.h states the contract. */
#include "cluster.h"

#include "barriers.h"
#include "event.h"
#include "platform.h"

/* The clusters that run at one time. The worker of rank r in team t has number
   t * size + r. */
static struct team {
    struct cluster cluster;
    struct turn turn[CLUSTER_MOST];
    uint64_t number;             /* of the cluster in the grid */
    uint64_t seen[CLUSTER_MOST]; /* events, at the end of each block's last turn */
    bool over;                   /* there are no more clusters */
    bool stopped;                /* a fault has ended one of the blocks */
} teams[EMU_MAX_WORKERS];

static struct team *team_of(const struct worker *w)
{
    return &teams[(uint32_t)w->number / w->launch->together];
}

uint32_t emu_cluster_rank_of(const struct worker *w)
{
    return (uint32_t)w->number % w->launch->together;
}

struct cluster *emu_cluster_of(const struct worker *w)
{
    return &team_of(w)->cluster;
}

/* ---- Which block has which rank. */

struct dim3 emu_cluster_size(const struct launch *l)
{
    const struct uint3 c = l->config.__cluster;
    return (struct dim3){c.x, c.y, c.z};
}

struct uint3 emu_place_in(struct dim3 d, uint64_t i)
{
    return (struct uint3){i % d.x, i / d.x % d.y, i / d.x / d.y};
}

static uint64_t index_in(struct dim3 d, struct uint3 at)
{
    return ((uint64_t)at.z * d.y + at.y) * d.x + at.x;
}

uint64_t emu_cluster_block(const struct launch *l, uint64_t i, uint32_t rank)
{
    const struct dim3 g = l->config.__grid, c = emu_cluster_size(l);
    const struct dim3 clusters = {g.x / c.x, g.y / c.y, g.z / c.z};
    const struct uint3 first = emu_place_in(clusters, i), in = emu_place_in(c, rank);
    return index_in(g, (struct uint3){first.x * c.x + in.x, first.y * c.y + in.y,
                                      first.z * c.z + in.z});
}

uint64_t emu_cluster_number(const struct launch *l, uint64_t block, uint32_t *rank)
{
    const struct dim3 g = l->config.__grid, c = emu_cluster_size(l);
    const struct uint3 at = emu_place_in(g, block);
    *rank = (uint32_t)index_in(c, (struct uint3){at.x % c.x, at.y % c.y, at.z % c.z});
    return index_in((struct dim3){g.x / c.x, g.y / c.y, g.z / c.z},
                    (struct uint3){at.x / c.x, at.y / c.y, at.z / c.z});
}

/* ---- The barrier of the cluster: cluster_barrier.c has the threads' part. */

uint32_t emu_cluster_missing(const struct cluster *c, uint32_t *all)
{
    uint32_t missing = 0;
    *all = 0;
    for (int rank = 0; rank < c->size; rank++) {
        const struct worker *w = c->member[rank];
        for (uint32_t i = 0; c->live[rank] && i < w->launch->threads; i++) {
            const bool is_there = !c->begun[rank] || w->state[i] != THREAD_EXITED;
            *all += is_there;
            missing +=
                is_there && (!c->begun[rank] || w->thread[i].arrived != c->phase + 1);
        }
    }
    return missing;
}

static bool settle(struct cluster *c)
{
    uint32_t all;
    if (!c->arrived || emu_cluster_missing(c, &all))
        return false;
    c->phase++;
    c->arrived = false;
    for (int i = 0; i < c->size; i++) {
        struct worker *w = c->member[i];
        if (!c->live[i])
            continue;
        EMU_ASYNC(w, ASYNC_COMPLETES, .barrier = CLUSTER);
        emu_barrier_wake(w, CLUSTER);
    }
    return true;
}

/* ---- Turns. */

/* The next block that has not ended; the one of rank 0 if all have. */
static uint32_t next_of(const struct team *t, uint32_t rank)
{
    const uint32_t size = (uint32_t)t->cluster.size;
    for (uint32_t i = 1; i <= size; i++)
        if (t->cluster.live[(rank + i) % size])
            return (rank + i) % size;
    return 0;
}

static void hand_over(struct team *t, uint32_t rank)
{
    const uint32_t next = next_of(t, rank);
    if (next == rank)
        return;
    emu_turn_give(&t->turn[next]);
    emu_turn_await(&t->turn[rank]);
}

bool emu_cluster_turn(struct worker *w, bool ran)
{
    struct team *t = team_of(w);
    struct cluster *c = &t->cluster;
    const uint32_t rank = emu_cluster_rank_of(w);
    c->events += settle(c) || ran;
    if (c->size == 1)
        return false;
    hand_over(t, rank);
    if (t->stopped)
        _longjmp(w->abandon, 1);
    const bool progress = c->events != t->seen[rank];
    t->seen[rank] = c->events;
    return progress;
}

/* ---- A team's clusters. */

int emu_cluster_teams(const struct launch *l, int workers)
{
    const int size = (int)l->together;
    int n = workers * size > EMU_MAX_WORKERS ? EMU_MAX_WORKERS / size : workers;
    n = l->order ? 1 : n;
    for (int i = 0; i < n && size > 1; i++)
        for (int rank = 0; rank < size; rank++) {
            emu_turn_reset(&teams[i].turn[rank]);
            teams[i].over = false;
        }
    return n * size;
}

void emu_cluster_begin(struct worker *w)
{
    struct team *t = team_of(w);
    int n;
    struct worker *const *workers = emu_workers(&n);
    t->cluster = (struct cluster){.size = (int)w->launch->together};
    t->cluster.begun[0] = t->cluster.size == 1;
    for (int i = 0; i < t->cluster.size; i++) {
        t->cluster.member[i] = workers[w->number + i];
        t->cluster.live[i] = true;
        t->seen[i] = 0;
    }
    t->stopped = false;
    EMU_TELL(w->on, cluster, w, &t->cluster);
}

/* The next cluster, by rank 0 when all blocks of the last one have ended. */
static void begin_next(struct worker *w, struct team *t, uint64_t (*next)(void))
{
    t->number = next();
    t->over = t->number == UINT64_MAX;
    if (!t->over)
        emu_cluster_begin(w);
    for (int i = 1; t->over && i < (int)w->launch->together; i++)
        emu_turn_give(&t->turn[i]);
}

void emu_cluster_run(struct worker *w, uint64_t (*next)(void))
{
    struct team *t = team_of(w);
    const uint32_t rank = emu_cluster_rank_of(w);
    for (;;) {
        if (rank == 0)
            begin_next(w, t, next);
        else
            emu_turn_await(&t->turn[rank]);
        if (t->over)
            return;
        if (!t->stopped) {
            emu_block_begin(w, emu_cluster_block(w->launch, t->number, rank));
            t->cluster.begun[rank] = true;
            t->stopped |= emu_block_run(w) == BLOCK_STOPPED;
        }
        t->cluster.live[rank] = false;
        t->cluster.events++;
        const uint32_t to = next_of(t, rank);
        if (rank != 0 || to != 0) /* the last one lets rank 0 begin the next */
            emu_turn_give(&t->turn[to]);
        if (rank == 0 && to != 0)
            emu_turn_await(&t->turn[0]);
    }
}
