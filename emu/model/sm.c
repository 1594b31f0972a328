/*
 * An SM, cycle by cycle: the warps of some blocks run one program, again and again.
 *
 *   scheduler   has a quarter of the warps, and starts one instruction per cycle: of
 *               the oldest warp that can go on
 *   registers   are in two banks. Each delivers one operand per cycle, so that a second
 *               one of the same bank delays the next instruction
 *   FMA pipe    has two halves. Each takes an instruction in every second cycle
 *   memory      one pipe for all schedulers takes a wavefront or a line per cycle.
 *               Global loads end in their order, and only so many may be under way
 *   barrier     opens when all warps of its block are there
 *
 * Cycles in which no warp can start are skipped.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "param.h"
#include "profile.h"
#include "program.h"
#include "settings.h"

enum {
    PIPE_BEHIND = 80, /* cycles of work that wait for the pipe: then no more is taken */
    TO_PIPE = 2,      /* cycles of a scheduler from one access to the next */
    HALF = 2,         /* cycles of a pipe with 16 lanes, per instruction */
    OPERANDS = 8,     /* cycles until an access has read its registers */
    GROUPS = 64,
};
static const double loads_under_way = 512; /* of an SM; both: what lab 02 reaches... */
static const double from_load_to_load = 1.25; /* ...cycles */
static const double of_a_warp = 2.8; /* between two matrix instructions of one warp, in
                                        the time of one: what lab 13 reaches */
static const double accurate = 6e4;  /* instructions of the measured part */

struct warp {
    int at, pass;
    bool waits;                         /* at a barrier */
    double ready, product, slot[SLOTS]; /* product: for its next matrix instruction */
    int groups;             /* of copies, that are complete or under way... */
    double arrives[GROUPS]; /* ...and when each has */
};

struct scheduler {
    double next, half[2], logic, matrix, bank[2], to_pipe;
};

struct sm {
    const struct program *p;
    int warps;
    struct warp *warp;
    struct scheduler scheduler[SCHEDULERS];
    double pipe; /* busy until then */
    double
        loads; /* when all global loads so far end, if they end as fast as they can */
    int *arrived; /* at the barrier of each block */
    bool opened;  /* a barrier, in this cycle */
};

static double later(double a, double b)
{
    return a > b ? a : b;
}

/* When the warp can start its next instruction, as far as it is known now. */
static double earliest(const struct sm *sm, const struct scheduler *s,
                       const struct warp *w)
{
    const struct instruction *i = &sm->p->at[w->at];
    double t = w->ready;
    for (int k = 0; k < SLOTS; k++)
        if (i->waits >> k & 1)
            t = later(t, w->slot[k]);
    for (int k = 0; k < 2; k++)
        if (i->reads[k])
            t = later(t, s->bank[k]);
    if (i->unit == UNIT_FMA)
        t = later(t, fmin(s->half[0], s->half[1]));
    else if (i->unit == UNIT_INTEGER)
        t = later(t, s->half[0]);
    else if (i->unit == UNIT_LOGIC)
        t = later(t, s->logic);
    else if (i->unit == UNIT_MATRIX)
        t = later(later(t, s->matrix), w->product);
    else if (i->unit == UNIT_MEMORY || i->unit == UNIT_COPY)
        t = later(later(t, s->to_pipe), sm->pipe - PIPE_BEHIND);
    return i->global ? later(t, sm->loads - i->latency) : t;
}

static void open_barrier(struct sm *sm, int block, double t)
{
    const struct profile *gpu = emu_profile();
    const int n = sm->p->warps;
    if (++sm->arrived[block] < n)
        return;
    sm->arrived[block] = 0;
    sm->opened = true;
    for (struct warp *w = sm->warp + block * n; w < sm->warp + (block + 1) * n; w++) {
        w->waits = false;
        w->ready = later(w->ready, t + gpu->barrier + gpu->barrier_warp / 2 * n);
    }
}

/* Take the units that the instruction needs. Returns when its result is there. */
static double occupy(struct sm *sm, struct scheduler *s, const struct instruction *i,
                     double t)
{
    s->next = t + 1;
    for (int k = 0; k < 2; k++)
        if (i->reads[k])
            s->bank[k] = later(s->bank[k], t) + i->reads[k];
    switch (i->unit) {
    case UNIT_FMA:
        s->half[s->half[1] < s->half[0]] = t + HALF;
        return t + i->latency;
    case UNIT_INTEGER:
        s->half[0] = t + HALF;
        return t + i->latency;
    case UNIT_LOGIC:
        s->logic = t + HALF;
        return t + i->latency;
    case UNIT_MATRIX:
        s->matrix = later(s->matrix, t) + i->pipe;
        return t + i->latency;
    case UNIT_MEMORY:
    case UNIT_COPY:
        s->to_pipe = t + TO_PIPE;
        sm->pipe = later(sm->pipe, t) + i->pipe / emu_profile()->l1_wavefronts;
        if (i->global)
            sm->loads = later(sm->loads, sm->pipe) +
                        later(i->latency / loads_under_way, from_load_to_load);
        return sm->pipe + i->latency;
    default:
        return t + i->latency;
    }
}

static void start(struct sm *sm, struct scheduler *s, int number, double t)
{
    struct warp *w = &sm->warp[number];
    const struct instruction *i = &sm->p->at[w->at];
    const double done = occupy(sm, s, i, t);
    w->ready = t + (i->stall > 1 ? i->stall : 1);
    if (i->unit == UNIT_MATRIX)
        w->product = t + of_a_warp * i->pipe;
    if (i->sets < SLOTS)
        w->slot[i->sets] = later(w->slot[i->sets], done);
    if (i->frees < SLOTS)
        w->slot[i->frees] = later(w->slot[i->frees],
                                  (i->unit == UNIT_MEMORY ? sm->pipe : t) + OPERANDS);
    double *group = &w->arrives[w->groups % GROUPS];
    if (i->unit == UNIT_COPY)
        *group = later(*group, done);
    if (i->commits)
        w->arrives[++w->groups % GROUPS] = 0;
    if (i->leaves >= 0 && w->groups > i->leaves)
        w->ready = later(w->ready, w->arrives[(w->groups - 1 - i->leaves) % GROUPS]);
    if (++w->at == sm->p->n) {
        w->at = 0;
        w->pass++;
    }
    if (i->unit == UNIT_BARRIER) {
        w->waits = true;
        open_barrier(sm, number / sm->p->warps, t);
    }
}

/* One cycle: each scheduler that can starts an instruction. Returns the next cycle in
   which one may; *passed: warps that have completed a pass. */
static double cycle(struct sm *sm, double t, int *passed)
{
    double next = INFINITY;
    sm->opened = false;
    for (int k = 0; k < SCHEDULERS; k++) {
        struct scheduler *s = &sm->scheduler[k];
        int chosen = -1;
        double soonest = INFINITY;
        if (s->next <= t)
            for (int i = k; i < sm->warps; i += SCHEDULERS) {
                if (sm->warp[i].waits)
                    continue;
                const double at = earliest(sm, s, &sm->warp[i]);
                if (at <= t && chosen < 0)
                    chosen = i;
                soonest = fmin(soonest, at);
            }
        if (chosen >= 0) {
            const int before = sm->warp[chosen].pass;
            start(sm, s, chosen, t);
            *passed += sm->warp[chosen].pass - before;
        }
        next = fmin(next, s->next > t ? s->next : soonest);
    }
    return sm->opened ? t + 1 : later(t + 1, ceil(next));
}

/* Passes of all warps so far. */
static double progress(const struct sm *sm)
{
    double all = 0;
    for (int i = 0; i < sm->warps; i++)
        all += sm->warp[i].pass + (double)sm->warp[i].at / sm->p->n;
    return all;
}

static double simulated(const struct program *p, int blocks)
{
    struct sm sm = {.p = p, .warps = p->warps * blocks};
    const double warm = sm.warps; /* passes until the warps are no longer in step */
    const double enough = warm + fmax(sm.warps, accurate / p->n);
    double t = 0, from = 0, done = 0;
    int passed = 0;
    bool measuring = false;
    sm.warp = emu_allocate((uint64_t)sm.warps, sizeof *sm.warp, "the model");
    sm.arrived = emu_allocate((uint64_t)blocks, sizeof *sm.arrived, "the model");
    while (passed < enough && isfinite(t)) {
        t = cycle(&sm, t, &passed);
        if (!measuring && passed >= warm) {
            measuring = true;
            from = t;
            done = progress(&sm);
        }
    }
    const double passes = (progress(&sm) - done) / sm.warps;
    free(sm.warp);
    free(sm.arrived);
    return (t - from) / passes;
}

/* ---- Launches of one kernel mostly have one program: what was simulated is kept. */

enum { MOST_KEPT = 64 };
static struct kept {
    struct program of;
    int blocks;
    double cycles;
} kept[MOST_KEPT];
static unsigned n_kept; /* so far: the oldest is replaced */

static bool same(const struct program *a, const struct program *b)
{
    return a->n == b->n && a->warps == b->warps &&
           !memcmp(a->at, b->at, (size_t)a->n * sizeof *a->at);
}

double emu_sm_cycles(const struct program *p, int blocks)
{
    for (unsigned i = 0; i < n_kept && i < MOST_KEPT; i++)
        if (kept[i].blocks == blocks && same(&kept[i].of, p))
            return kept[i].cycles;
    const size_t bytes = (size_t)p->n * sizeof *p->at;
    struct kept *k = &kept[n_kept++ % MOST_KEPT];
    free(k->of.at);
    *k = (struct kept){*p, blocks, simulated(p, blocks)};
    k->of.at = emu_allocate((uint64_t)p->n, sizeof *p->at, "the model");
    memcpy(k->of.at, p->at, bytes);
    return k->cycles;
}
