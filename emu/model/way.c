/*
 * Which branches a warp takes is not known, but what it accesses is: the emulator
 * recorded this from barrier to barrier. So its way is the one on which the accesses
 * are the recorded ones, as far as possible, and that leads back to where it began.
 *
 *   states     a block, and what was accessed since the last barrier. The search begins
 *              after each barrier, and ends at any
 *   circle     from barrier to barrier, one or more times through the recorded loop:
 *              nvcc may have unrolled it
 *
 * A loop without barriers is that one of the machine code which loads most.
 */
#include "way.h"

#include <stdlib.h>
#include <string.h>

#include "settings.h"

/* ---- From a barrier to the next. */

struct state {
    int block; /* of which the accesses are counted already */
    enum last last;
    struct accesses did;
    int length; /* instructions since the last barrier */
    int before; /* the state before; -1: none */
};

enum { STATES = 1 << 15, TABLE = 2 * STATES };

struct search {
    const struct graph *g;
    struct state state[STATES];
    int n;
    int table[TABLE]; /* numbers of states, from 1 */
};

static uint32_t hash(const struct state *s)
{
    uint32_t h = (uint32_t)s->block * 4 + s->last;
    for (int i = 0; i < ACCESSES; i++)
        h = h * 0x9e3779b1u + (uint32_t)s->did.n[i];
    return h ^ h >> 15;
}

/* Note a state, on the way to it that has the fewest blocks. */
static void reach(struct search *s, const struct state *to)
{
    uint32_t k = hash(to) % TABLE;
    for (; s->table[k]; k = (k + 1) % TABLE) {
        struct state *is = &s->state[s->table[k] - 1];
        if (is->block == to->block && is->last == to->last &&
            !memcmp(&is->did, &to->did, sizeof to->did))
            return;
    }
    if (s->n == STATES)
        return;
    s->state[s->n++] = *to;
    s->table[k] = s->n;
}

static bool beyond(int n, int asked)
{
    return n > asked + asked / 4 + 8;
}

/* Go through block number b. */
static void enter(struct search *s, int b, const struct state *from, int before,
                  const struct accesses *asked)
{
    if (b < 0)
        return;
    const struct block *block = &s->g->block[b];
    struct state to = {.block = b, .before = before};
    if (from) {
        to.did = from->did;
        to.length = from->length;
        to.last = from->last;
    }
    to.did.n[TURNS] += to.last == LOADED && block->first == STORED;
    if (block->last)
        to.last = block->last;
    for (int i = 0; i < ACCESSES; i++) {
        to.did.n[i] += block->has.n[i];
        if (beyond(to.did.n[i], asked->n[i]))
            return;
    }
    to.length += block->to - block->from;
    reach(s, &to);
}

/* How far a way is from what was recorded, in words. */
static double distance(const struct accesses *a, const struct accesses *b)
{
    static const double weight[ACCESSES] = {
        [LOADS] = 4,  [LOAD_WORDS] = 1, [SHARED_WORDS] = 1, [STORED_WORDS] = 1,
        [COPIES] = 4, [PRODUCTS] = 4,   [TURNS] = 0.25};
    double all = 0;
    for (int i = 0; i < ACCESSES; i++)
        all += weight[i] * abs(a->n[i] - b->n[i]);
    return all;
}

/* All ways from the block after a barrier to the next one. */
static void search(struct search *s, int from, const struct accesses *asked)
{
    s->n = 0;
    memset(s->table, 0, sizeof s->table);
    enter(s, from, NULL, -1, asked);
    for (int i = 0; i < s->n; i++) {
        const struct state now = s->state[i];
        if (s->g->block[now.block].at_barrier)
            continue;
        for (int k = 0; k < 2; k++)
            enter(s, s->g->block[now.block].next[k], &now, i, asked);
    }
}

/* The state at barrier `to` that is nearest to what is asked; -1: none. */
static int nearest(const struct search *s, int to, const struct accesses *asked,
                   double *cost)
{
    int best = -1;
    for (int i = 0; i < s->n; i++) {
        if (s->state[i].block != to)
            continue;
        const double d = distance(&s->state[i].did, asked) + 1e-3 * s->state[i].length;
        if (best < 0 || d < *cost) {
            *cost = d;
            best = i;
        }
    }
    return best;
}

/* ---- The circle. */

enum { MOST_BARRIERS = 24, MOST_ROUNDS = 4, MOST_INTERVALS = 4 };

struct circle {
    int barrier[MOST_BARRIERS]; /* blocks that end with one */
    int barriers;
    struct accesses asked[MOST_INTERVALS];
    int intervals;
    double cost[MOST_INTERVALS][MOST_BARRIERS][MOST_BARRIERS]; /* below 0: no way */
};

static void ask(struct circle *c, const struct loop *l)
{
    struct accesses *a = c->asked;
    enum last last = NEITHER;
    for (int i = 0; i < l->n && c->intervals < MOST_INTERVALS; i++) {
        const struct step *s = &l->step[i];
        const int words = (s->size + 3) / 4 * s->words;
        a->n[LOADS] += s->kind == STEP_LOAD;
        a->n[LOAD_WORDS] += s->kind == STEP_LOAD ? words : 0;
        a->n[SHARED_WORDS] += s->kind == STEP_SHARED_LOAD ? words : 0;
        a->n[STORED_WORDS] += s->kind == STEP_SHARED_STORE ? words : 0;
        a->n[COPIES] += s->kind == STEP_COPY;
        a->n[PRODUCTS] += s->kind == STEP_MATRIX;
        a->n[TURNS] += s->kind == STEP_SHARED_STORE && last == LOADED;
        if (s->kind == STEP_LOAD || s->kind == STEP_SHARED_STORE)
            last = s->kind == STEP_LOAD ? LOADED : STORED;
        if (s->kind == STEP_BARRIER)
            a = &c->asked[++c->intervals];
    }
}

static void measure(struct circle *c, struct search *s)
{
    for (int i = 0; i < c->intervals; i++)
        for (int a = 0; a < c->barriers; a++) {
            search(s, s->g->block[c->barrier[a]].next[0], &c->asked[i]);
            for (int b = 0; b < c->barriers; b++)
                if (nearest(s, c->barrier[b], &c->asked[i], &c->cost[i][a][b]) < 0)
                    c->cost[i][a][b] = -1;
        }
}

/* The cost of the cheapest circle from barrier `first`; below 0: there is none. *way:
   the barriers on it. */
static double go_round(const struct circle *c, int first, int rounds, int *way)
{
    enum { MOST = MOST_INTERVALS * MOST_ROUNDS };
    double cost[MOST + 1][MOST_BARRIERS];
    int from[MOST + 1][MOST_BARRIERS];
    const int n = c->intervals * rounds;
    for (int b = 0; b < c->barriers; b++)
        cost[0][b] = b == first ? 0 : -1;
    for (int i = 0; i < n; i++)
        for (int b = 0; b < c->barriers; b++) {
            cost[i + 1][b] = -1;
            for (int a = 0; a < c->barriers; a++) {
                const double step = c->cost[i % c->intervals][a][b];
                if (cost[i][a] < 0 || step < 0 ||
                    (cost[i + 1][b] >= 0 && cost[i + 1][b] <= cost[i][a] + step))
                    continue;
                cost[i + 1][b] = cost[i][a] + step;
                from[i + 1][b] = a;
            }
        }
    if (cost[n][first] < 0)
        return -1;
    way[n] = first;
    for (int i = n; i > 0; i--)
        way[i - 1] = from[i][way[i]];
    return cost[n][first];
}

/* Words of what was recorded that a way may differ by: a third of all. */
static double allowed(const struct circle *c)
{
    static const struct accesses none;
    double all = 0;
    for (int i = 0; i < c->intervals; i++)
        all += distance(&none, &c->asked[i]);
    return all / 3;
}

static void append(struct way *w, int block, const struct accesses *has)
{
    int *more = realloc(w->block, (size_t)(w->n + 1) * sizeof *more);
    if (!more)
        emu_give_up();
    w->block = more;
    w->block[w->n++] = block;
    for (int i = 0; i < ACCESSES; i++)
        w->did.n[i] += has->n[i];
}

/* The blocks up to that state. */
static void append_states(struct way *w, const struct search *s, int state)
{
    if (s->state[state].before >= 0)
        append_states(w, s, s->state[state].before);
    append(w, s->state[state].block, &s->g->block[s->state[state].block].has);
}

/* The cheapest circle: barriers on it, and its rounds; 0: there is none. */
static int cheapest(const struct circle *c, int *chosen, double *best)
{
    int way[MOST_INTERVALS * MOST_ROUNDS + 1], rounds = 0;
    for (int r = 1; r <= MOST_ROUNDS; r++)
        for (int b = 0; b < c->barriers; b++) {
            const double cost = go_round(c, b, r, way) / r;
            if (cost < 0 || (rounds && cost >= 0.98 * *best))
                continue;
            *best = cost;
            rounds = r;
            memcpy(chosen, way, sizeof way);
        }
    return rounds;
}

static void with_barriers(const struct graph *g, const struct loop *l, struct way *to)
{
    struct circle *c = emu_allocate(1, sizeof *c, "the model");
    struct search *s = emu_allocate(1, sizeof *s, "the model");
    int barrier[MOST_INTERVALS * MOST_ROUNDS + 1];
    s->g = g;
    for (int b = 0; b < g->n && c->barriers < MOST_BARRIERS; b++)
        if (g->block[b].at_barrier)
            c->barrier[c->barriers++] = b;
    ask(c, l);
    measure(c, s);
    to->rounds = cheapest(c, barrier, &to->cost);
    if (to->cost > allowed(c))
        to->rounds = 0;
    for (int i = 0; i < c->intervals * to->rounds; i++) {
        const struct accesses *asked = &c->asked[i % c->intervals];
        double cost;
        search(s, g->block[c->barrier[barrier[i]]].next[0], asked);
        append_states(to, s, nearest(s, c->barrier[barrier[i + 1]], asked, &cost));
    }
    free(c);
    free(s);
}

/* Loads of a loop from block `first` to `last`; 0 if another loop is inside. */
static int loads_of(const struct graph *g, int first, int last)
{
    int loads = 0;
    for (int b = first; b <= last; b++) {
        const int back = g->block[b].next[1];
        if (b < last && back >= first && back <= b)
            return 0;
        loads += g->block[b].has.n[LOADS];
    }
    return loads;
}

static void without_barriers(const struct graph *g, struct way *to)
{
    int first = 0, last = -1, most = 0;
    for (int b = 0; b < g->n; b++) {
        const int back = g->block[b].next[1];
        const int loads = back >= 0 && back <= b ? loads_of(g, back, b) : 0;
        if (loads > most) {
            most = loads;
            first = back;
            last = b;
        }
    }
    for (int b = first; b <= last; b++)
        append(to, b, &g->block[b].has);
}

bool emu_way(const struct graph *g, const struct loop *l, struct way *to)
{
    *to = (struct way){0};
    if (l->barriers)
        with_barriers(g, l, to);
    else
        without_barriers(g, to);
    return to->n > 0;
}
