/*
 * A timeline for pictures: one block alone on an SM, whose data are all in L2. It has
 * the constants of the model, and these rules:
 *
 *   pipe        one pipe serves a line or a wavefront per cycle, for all warps
 *   arithmetic  warp w uses scheduler w % 4. The block's FMAs, or products of matrices,
 *               are divided among its loads of operands: those from shared memory, or
 *               else all
 *   memory      a warp waits for all of its global loads before it stores to memory,
 *               and at the fifth load of one instruction (nvcc unrolls by four). The
 *               loads of a tile start together, before its first store, unless they are
 *               of 16 bytes (latency_hints.c says why). A line that the warp has just
 *               loaded is in L1
 *   copy        an asynchronous copy is a load and a store by one instruction. It takes
 *               the pipe as a load does, and its warp goes on. The warp waits where the
 *               copy must be complete
 *   order       of several warps that can go on, the one that is ready for longest
 *   barrier     opens when every warp that has not ended is there
 *   engine      copies of the copy engine, mbarriers and wgmma: timeline_async.c
 *
 * The first load from shared memory after a barrier waits for its value; the latency of
 * the others is hidden. docs/explorer.md says what the timeline shows, and what not.
 */
#include "timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "param.h"
#include "profile.h"
#include "timeline_async.h"

enum { UNROLLED = 4, PLACES = 32, COPIES = 64 };

struct warp {
    size_t at;     /* its next moment; n: it has ended */
    double ready;  /* it can issue from then on */
    double data;   /* all its global loads have arrived */
    bool fresh;    /* no load from shared memory since the last barrier */
    double tile;   /* when the loads of its current tile started; below 0: in no tile */
    uint64_t line; /* of its last global load */
    double landed; /* bytes of the copy engine are there that it waits for */
    double copied; /* when the data of its last copy arrive */
    size_t
        copy; /* its oldest copy may be complete: the moment of its store, or before */
    struct {
        uintptr_t pc;
        int times; /* since it waited */
    } place[PLACES];
};

struct timeline {
    struct moment *m;
    size_t n;
    uintptr_t copies[COPIES]; /* the instructions that copy asynchronously */
    int n_copies;
    double fma; /* cycles of a scheduler per load of operands */
    bool from_shared;
    double pipe, scheduler[SCHEDULERS]; /* busy until then */
    struct warp warp[MAX_WARPS];
    struct async_times async;
};

/* The next moment of this warp and launch from i on; n if there is none. */
static size_t next_of(const struct timeline *t, size_t i, uint32_t warp,
                      uint32_t launch)
{
    while (i < t->n && t->m[i].launch == launch && t->m[i].warp != warp)
        i++;
    return i < t->n && t->m[i].launch == launch ? i : t->n;
}

static bool is_copy(const struct timeline *t, const struct moment *m)
{
    for (int i = 0; i < t->n_copies; i++)
        if (t->copies[i] == m->pc)
            return m->kind != MOMENT_BARRIER;
    return false;
}

/* Find the instructions that load from global memory and store to shared memory. */
static void find_copies(struct timeline *t)
{
    uintptr_t loads[COPIES];
    int n = 0;
    for (size_t i = 0; i < t->n && n < COPIES; i++) {
        const struct moment *m = &t->m[i];
        int k = 0;
        while (k < n && loads[k] != m->pc)
            k++;
        if (k == n && m->kind == MOMENT_LOAD && !m->shared)
            loads[n++] = m->pc;
        if (k < n && m->kind == MOMENT_STORE && m->shared && !is_copy(t, m))
            t->copies[t->n_copies++] = m->pc;
    }
}

/* The warp's oldest copy is complete, which it waits for: when its data arrive. */
static double oldest_copy(struct timeline *t, struct warp *w, bool take)
{
    const struct moment *now = &t->m[w->at];
    size_t i = w->copy;
    while (i < w->at && !(t->m[i].kind == MOMENT_STORE && t->m[i].warp == now->warp &&
                          t->m[i].launch == now->launch && is_copy(t, &t->m[i])))
        i++;
    if (take)
        w->copy = i + 1;
    return i < w->at ? (double)t->m[i].end : 0;
}

/* How often the instruction has loaded since the warp last waited for memory. */
static int *times_of(struct warp *w, uintptr_t pc)
{
    int k = 0;
    while (k < PLACES - 1 && w->place[k].pc && w->place[k].pc != pc)
        k++;
    w->place[k].pc = pc;
    return &w->place[k].times;
}

/* Of other moments than those of a copy. */
static bool waits_for_memory(struct warp *w, const struct moment *m)
{
    return m->kind == MOMENT_STORE ||
           (m->kind == MOMENT_LOAD && !m->shared && *times_of(w, m->pc) == UNROLLED);
}

/* When a moment of timeline_async.c can begin: not before bytes that have landed. */
static double earliest_async(const struct timeline *t, const struct warp *w,
                             const struct moment *m, const char **why)
{
    const double there = fmax(emu_async_ready(&t->async, m, why), w->landed);
    *why = there > w->ready ? *why : "-";
    return fmax(w->ready, there);
}

/* When the warp's next moment can begin, and what it waits for until then. */
static double earliest(struct timeline *t, struct warp *w, const char **why)
{
    const struct moment *m = &t->m[w->at];
    double at = w->ready;
    *why = "-";
    if (m->kind >= MOMENT_COPY)
        return earliest_async(t, w, m, why);
    if (w->landed > at) {
        at = w->landed;
        *why = "mbarrier";
    }
    if (m->kind == MOMENT_MARK && is_copy(t, m) && oldest_copy(t, w, false) > at) {
        *why = "memory";
        return oldest_copy(t, w, false);
    }
    if (m->kind == MOMENT_MARK || m->kind == MOMENT_BARRIER ||
        (m->kind == MOMENT_STORE && is_copy(t, m)))
        return at;
    if (!is_copy(t, m) && waits_for_memory(w, m) && w->data > at) {
        at = w->data;
        *why = "memory";
    }
    if (t->pipe > at) {
        at = t->pipe;
        *why = "pipe";
    }
    if (t->scheduler[m->warp % SCHEDULERS] > at) {
        at = t->scheduler[m->warp % SCHEDULERS];
        *why = "arithmetic";
    }
    return at;
}

/* When the data of a load arrive that is issued at `at`, after the pipe has served it.
 */
static double arrival(struct timeline *t, struct warp *w, const struct moment *m,
                      double at, double busy)
{
    const struct profile *p = emu_profile();
    const bool again = !m->shared && m->line == w->line;
    if (m->shared || again)
        return at + busy + p->shared_latency;
    if (!t->from_shared || m->wide || w->tile < 0)
        w->tile = at;
    w->line = m->line;
    return fmax(at + busy, w->tile + busy + p->l2_latency);
}

static void issue(struct timeline *t, struct warp *w, double at, const char *why)
{
    const struct profile *p = emu_profile();
    struct moment *m = &t->m[w->at];
    const double busy = m->pipe / p->l1_wavefronts;
    m->begin = m->end = llround(at);
    m->waited = llround(at - w->ready);
    m->why = m->waited ? why : "-";
    if (m->kind >= MOMENT_COPY) {
        emu_async_issue(&t->async, m, at);
        if (m->kind == MOMENT_LAND) {
            w->landed = at;
            m->waited = 0;
            m->why = "-";
        } else {
            w->ready = at;
        }
        w->at = next_of(t, w->at + 1, m->warp, m->launch);
        return;
    }
    const bool copy = is_copy(t, m);
    if (m->kind == MOMENT_MARK && copy) {
        oldest_copy(t, w, true);
        w->ready = at;
    }
    w->at = next_of(t, w->at + 1, m->warp, m->launch);
    if (m->kind == MOMENT_MARK)
        return;
    if (m->kind == MOMENT_STORE && copy) {
        m->end = llround(fmax(at, w->copied));
        w->copied = 0;
        return;
    }
    if (!copy && waits_for_memory(w, m))
        memset(w->place, 0, sizeof w->place);
    t->pipe = at + busy;
    t->scheduler[m->warp % SCHEDULERS] = w->ready = at + 1;
    m->end = llround(at + busy);
    if (m->kind == MOMENT_STORE) {
        w->tile = m->shared ? w->tile : -1;
        return;
    }
    const double data = arrival(t, w, m, at, busy);
    m->end = llround(data);
    if (copy) {
        w->copied = data;
        return;
    }
    if (m->shared == t->from_shared)
        t->scheduler[m->warp % SCHEDULERS] = w->ready = at + fmax(1, t->fma);
    if (m->shared) {
        w->ready = w->fresh ? fmax(w->ready, data) : w->ready;
        w->fresh = false;
        w->tile = -1;
    } else {
        ++*times_of(w, m->pc);
        w->data = fmax(w->data, data);
    }
}

static bool at_barrier(const struct timeline *t, const struct warp *w)
{
    return w->at < t->n && t->m[w->at].kind == MOMENT_BARRIER;
}

/* A phase that some warp waits for never completes here, as after a fault: it goes on.
 */
static void release(struct timeline *t)
{
    for (struct warp *w = t->warp; w < t->warp + MAX_WARPS; w++)
        if (w->at < t->n) {
            issue(t, w, w->ready, "-");
            return;
        }
}

/* Every warp waits at a barrier or has ended: the barriers open. */
static void open_barriers(struct timeline *t)
{
    const struct profile *p = emu_profile();
    double last = 0;
    int waiting = 0;
    for (struct warp *w = t->warp; w < t->warp + MAX_WARPS; w++)
        if (at_barrier(t, w)) {
            w->ready = fmax(w->ready, w->landed);
            last = fmax(last, w->ready);
            waiting++;
        }
    if (!waiting)
        release(t);
    last += p->barrier + p->barrier_warp * waiting;
    for (struct warp *w = t->warp; w < t->warp + MAX_WARPS; w++)
        if (at_barrier(t, w)) {
            struct moment *m = &t->m[w->at];
            m->begin = llround(w->ready);
            m->end = llround(last);
            m->waited = m->end - m->begin;
            m->why = "barrier";
            w->ready = last;
            w->fresh = true;
            w->tile = -1;
            w->at = next_of(t, w->at + 1, m->warp, m->launch);
        }
}

/* One launch, whose moments begin at `first`. */
static void run(struct timeline *t, size_t first)
{
    for (uint32_t i = 0; i < MAX_WARPS; i++)
        t->warp[i] = (struct warp){.at = next_of(t, first, i, t->m[first].launch),
                                   .fresh = true,
                                   .tile = -1,
                                   .copy = first,
                                   .line = UINT64_MAX};
    emu_async_launch(&t->async);
    for (bool running = true; running;) {
        struct warp *best = NULL;
        double soonest = INFINITY;
        const char *reason = "-", *why;
        running = false;
        for (struct warp *w = t->warp; w < t->warp + MAX_WARPS; w++) {
            if (w->at == t->n)
                continue;
            running = true;
            if (t->m[w->at].kind == MOMENT_BARRIER)
                continue;
            const double at = earliest(t, w, &why);
            if (at < soonest || (best && at == soonest && w->ready < best->ready)) {
                best = w;
                soonest = at;
                reason = why;
            }
        }
        if (best)
            issue(t, best, soonest, reason);
        else if (running)
            open_barriers(t);
    }
}

void emu_timeline(struct moment *m, size_t n, double arithmetic)
{
    struct timeline t = {.m = m, .n = n};
    double operands = 0;
    find_copies(&t);
    emu_async_prepare(&t.async, m, n);
    for (size_t i = 0; i < n; i++)
        t.from_shared |= m[i].kind == MOMENT_LOAD && m[i].shared;
    for (size_t i = 0; i < n; i++)
        operands += m[i].kind == MOMENT_LOAD && m[i].shared == t.from_shared;
    if (operands > 0)
        t.fma = SCHEDULERS * arithmetic / operands;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || m[i].launch != m[i - 1].launch) {
            t.pipe = 0;
            memset(t.scheduler, 0, sizeof t.scheduler);
            run(&t, i);
        }
    emu_async_end(&t.async);
}
