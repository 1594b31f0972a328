/*
 * The program that nvcc is likely to make of a kernel's loop, of which only the
 * accesses are known. What is between two barriers becomes, in this order:
 *
 *   copies   asynchronous ones, as a group
 *   loads    of a tile from global memory, all before the first is waited for. Those
 *            of 16 bytes need an aligned address, so they are in branches: where the
 *            source stores each before the next, so does the program. Loads before
 *            the reads of shared memory prefetch the next tile: nvcc puts them
 *            half-way through the work. Loads that come after them stay there
 *   work     shared loads, a few ahead of the FMAs that use them, so that a result
 *            is waited for only after a barrier
 *   stores   to shared memory, when the tile is there
 *   barrier
 *
 * The constants are from the programs that nvcc 13 makes of the kernels of this course:
 * docs/model.md has their values, and the error for kernels that were left out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "param.h"
#include "profile.h"
#include "program.h"
#include "settings.h"

static const double beside_load = 8;     /* instructions: index, limits, address */
static const double beside_wide = 18;    /* the same for 16 bytes: also a branch */
static const double beside_simple = 1.2; /* the same in a loop without barriers */
static const double beside_loop = 2;     /* per barrier: counter, jump */
static const double prefetched_at = 0.6; /* of the work between two barriers */
/* FMAs with two operands in one register bank, per FMA: more, the fewer results a
   loaded word serves; and more if one load brings words for several iterations, whose
   registers are four apart. */
static const double conflicts = 0.9;
static const double conflicts_apart = 1;
static const double most_conflicts = 0.9;

enum {
    AHEAD = 4,      /* shared loads that are under way while FMAs use earlier ones */
    UNROLLED = 8,   /* iterations of a loop without barriers */
    INTERVALS = 4,  /* between barriers, in a loop: it may have up to four barriers */
    FOR_SHARED = 0, /* the first of AHEAD scoreboards, of shared loads... */
    FOR_LOADS = 4,  /* ...and that of global loads */
    RESULT = 4,     /* cycles from an instruction to the next that needs its result */
};

/* ---- The loop. */

static int barriers_in(const struct sequence *s)
{
    int n = 0;
    for (int i = 0; i < s->steps; i++)
        n += s->step[i].kind == STEP_BARRIER;
    return n;
}

/* The step after barrier number n, from 0. */
static int after_barrier(const struct sequence *s, int n)
{
    for (int i = 0; i < s->steps; i++)
        if (s->step[i].kind == STEP_BARRIER && n-- == 0)
            return i + 1;
    return s->steps;
}

/* A loop without barriers: a few iterations in the middle of those before the first
   store. An iteration ends where an instruction runs again. */
static void unrolled(const struct sequence *s, int *from, int *to)
{
    int n = 0, i, length = 1;
    while (n < s->steps && s->step[n].kind != STEP_STORE)
        n++;
    i = *from = n / 2;
    while (i + length < n && s->step[i + length].pc != s->step[i].pc)
        length++;
    *to = i + length * UNROLLED < n ? i + length * UNROLLED : n;
    if (n < 2 * UNROLLED) /* no loop */
        *from = 0, *to = n;
}

struct loop emu_loop_of(const struct sequence *s)
{
    const int barriers = barriers_in(s);
    int from, to, n = 0;
    if (barriers >= 3) {
        n = barriers >= 2 * INTERVALS ? INTERVALS : barriers >= 4 ? 2 : 1;
        const int first = n > 1 ? barriers / 2 / 2 * 2 : barriers / 2;
        n = first + n < barriers ? n : barriers - 1 - first;
        from = after_barrier(s, first);
        to = after_barrier(s, first + n);
    } else {
        unrolled(s, &from, &to);
    }
    struct loop l = {.n = to - from, .barriers = n};
    if (l.n > 0) {
        l.step = emu_allocate((uint64_t)l.n, sizeof *l.step, "the model");
        memcpy(l.step, s->step + from, (size_t)l.n * sizeof *l.step);
    }
    return l;
}

double emu_steps(const struct loop *l, enum step_kind kind)
{
    double n = 0;
    for (int i = 0; i < l->n; i++)
        n += l->step[i].kind == kind;
    return n;
}

/* ---- Its program. */

struct writer {
    struct program p;
    const struct work_of_warp *w;
    int room;
    double conflicts; /* per FMA, and those that add up until the next */
    double due;
    int bank;      /* of the last */
    double beside; /* instructions beside loads that add up */
    bool simple;   /* the loop has no barrier */
};

static struct instruction *add(struct writer *w, enum unit unit)
{
    if (w->p.n == w->room) {
        w->room = w->room ? 2 * w->room : 256;
        struct instruction *more = realloc(w->p.at, (size_t)w->room * sizeof *more);
        if (!more)
            emu_give_up();
        w->p.at = more;
    }
    struct instruction *i = &w->p.at[w->p.n++];
    *i = (struct instruction){.unit = (uint8_t)unit,
                              .stall = 1,
                              .sets = NO_SLOT,
                              .frees = NO_SLOT,
                              .leaves = -1,
                              .latency = RESULT};
    return i;
}

/* Integer instructions, each of which needs the result of one before. */
static void add_others(struct writer *w, double n)
{
    for (int k = 0; k < lround(n); k++) {
        struct instruction *i = add(w, k % 2 ? UNIT_NONE : UNIT_INTEGER);
        i->stall = 2;
        i->reads[0] = i->reads[1] = 1;
    }
}

/* n FMAs, the first of which waits. */
static void add_fmas(struct writer *w, long n, int waits)
{
    for (long k = 0; k < n; k++) {
        struct instruction *i = add(w, UNIT_FMA);
        i->waits = (uint8_t)(k == 0 ? waits : 0);
        i->reads[0] = i->reads[1] = 1;
        w->due += w->conflicts;
        if (w->due >= 1) {
            w->due -= 1;
            i->reads[w->bank ^= 1] = 2;
        }
    }
}

static void add_load(struct writer *w, const struct step *s)
{
    w->beside += w->simple ? beside_simple : s->size == 16 ? beside_wide : beside_load;
    const double whole = floor(w->beside);
    add_others(w, whole);
    w->beside -= whole;
    struct instruction *i = add(w, UNIT_MEMORY);
    i->sets = FOR_LOADS;
    i->global = true;
    i->pipe = (float)w->w->load_lines;
    i->latency = (float)w->w->latency;
}

/* Shared loads come before the FMAs for them by AHEAD; FMAs are divided among them. */
static void add_shared_load(struct writer *w, int number, int waits)
{
    struct instruction *i = add(w, UNIT_MEMORY);
    i->sets = (uint8_t)(FOR_SHARED + number % AHEAD);
    i->waits = (uint8_t)waits;
    i->pipe = (float)w->w->wavefronts;
    i->latency = (float)(emu_profile()->shared_latency - 3); /* -3: to the pipe */
}

struct interval {
    const struct step *step;
    int n;
    int loads, shared, stores, copies; /* steps of each kind */
    bool ahead;                        /* it loads before it reads shared memory... */
    bool behind;                       /* ...or after that */
    bool in_turn; /* loads of 16 bytes, each of which is stored before the next */
};

static void add_loads(struct writer *w, const struct interval *v)
{
    for (int i = 0; i < v->n; i++)
        if (v->step[i].kind == STEP_LOAD)
            add_load(w, &v->step[i]);
}

static void add_stores(struct writer *w, int n, bool wait)
{
    for (int k = 0; k < n; k++) {
        struct instruction *i = add(w, UNIT_MEMORY);
        i->waits = (uint8_t)(k == 0 && wait ? 1 << FOR_LOADS : 0);
        i->pipe = (float)w->w->store_wavefronts;
    }
}

/* 16-byte loads of a tile, and its stores: those of each place in the program wait. */
static void add_in_turn(struct writer *w, const struct interval *v)
{
    int loaded = 0, stored = 0;
    for (int i = 0; i < v->n; i++) {
        if (v->step[i].kind != STEP_LOAD)
            continue;
        int next = i + 1;
        while (next < v->n && v->step[next].kind != STEP_LOAD)
            next++;
        add_load(w, &v->step[i]);
        loaded++;
        if (next < v->n && v->step[next].pc == v->step[i].pc)
            continue;
        const int until = (int)lround((double)v->stores * loaded / v->loads);
        add_stores(w, until - stored, true);
        stored = until;
    }
}

static void add_work(struct writer *w, const struct interval *v, double fmas)
{
    bool to_load = v->ahead;
    long done = 0;
    for (int k = 0; k < AHEAD && k < v->shared; k++)
        add_shared_load(w, k, 0);
    for (int k = 0; k < v->shared; k++) {
        const int waits = 1 << (FOR_SHARED + k % AHEAD);
        const long until = lround(fmas * (k + 1) / v->shared);
        if (to_load && k >= v->shared * prefetched_at) {
            add_loads(w, v);
            to_load = false;
        }
        add_fmas(w, until - done, waits);
        if (k + AHEAD < v->shared)
            add_shared_load(w, k + AHEAD, until > done ? 0 : waits);
        done = until;
    }
    if (v->shared == 0)
        add_fmas(w, lround(fmas), 0);
    if (to_load)
        add_loads(w, v);
}

static void add_copies(struct writer *w, const struct interval *v)
{
    for (int k = 0; k < v->copies; k++) {
        add_others(w, beside_load);
        struct instruction *i = add(w, UNIT_COPY);
        i->pipe = (float)w->w->store_wavefronts;
        i->latency = (float)w->w->latency;
    }
    if (v->copies)
        add(w, UNIT_NONE)->commits = true;
}

/* The loads of a tile, and if they wait in turn, its stores. */
static void add_tile(struct writer *w, const struct interval *v)
{
    if (v->in_turn)
        add_in_turn(w, v);
    else
        add_loads(w, v);
}

static void add_interval(struct writer *w, const struct interval *v, double fmas)
{
    add_copies(w, v);
    if (v->shared == 0 && v->stores == 0 && v->loads) { /* operands from L1 */
        add_loads(w, v);
        add_fmas(w, lround(fmas), 1 << FOR_LOADS);
        return;
    }
    if (!v->ahead && !v->behind)
        add_tile(w, v);
    add_work(w, v, fmas);
    if (v->behind)
        add_tile(w, v);
    if (!v->in_turn || v->ahead)
        add_stores(w, v->stores, v->loads > 0);
    if (v->step[v->n - 1].kind != STEP_BARRIER)
        return;
    if (v->copies)
        add(w, UNIT_NONE)->leaves = (int8_t)lround(fmin(w->w->in_flight, 100));
    add_others(w, beside_loop);
    add(w, UNIT_BARRIER);
}

static struct interval interval_at(const struct loop *l, int from)
{
    struct interval v = {.step = l->step + from};
    bool wide = false;
    for (bool end = false; from + v.n < l->n && !end; v.n++) {
        const struct step *s = &v.step[v.n];
        v.ahead |= s->kind == STEP_SHARED_LOAD && v.loads > 0 && v.stores == 0;
        if (s->kind == STEP_LOAD) {
            v.in_turn |= wide && v.stores > 0;
            v.behind = v.loads == 0 ? v.shared > 0 : v.behind;
            wide |= s->size == 16;
            v.loads++;
        }
        v.behind &= s->kind != STEP_SHARED_LOAD;
        v.shared += s->kind == STEP_SHARED_LOAD;
        v.stores += s->kind == STEP_SHARED_STORE;
        v.copies += s->kind == STEP_COPY;
        end = s->kind == STEP_BARRIER;
    }
    return v;
}

/* Shared words that a pass loads; of these, by loads for several iterations. */
static double shared_words(const struct loop *l, bool apart)
{
    double n = 0;
    for (int i = 0; i < l->n; i++)
        if (l->step[i].kind == STEP_SHARED_LOAD && (!apart || l->step[i].apart))
            n += l->step[i].size / 4.0 * l->step[i].words;
    return n;
}

struct program emu_estimate(const struct loop *l, const struct work_of_warp *work,
                            int warps)
{
    struct writer w = {.p = {.warps = warps, .passes = 1}, .w = work};
    const double shared = emu_steps(l, STEP_SHARED_LOAD),
                 loads = emu_steps(l, STEP_LOAD);
    const double words = shared_words(l, false);
    if (l->n == 0)
        return w.p;
    w.simple = !l->barriers;
    if (l->barriers)
        w.p.passes = fmax(1, work->barriers / l->barriers);
    else if (loads > 0)
        w.p.passes = fmax(1, work->loads / loads);
    const double fmas = work->fmas / w.p.passes;
    if (fmas > 0 && words > 0)
        w.conflicts =
            fmin(most_conflicts, conflicts * words / fmas +
                                     conflicts_apart * shared_words(l, true) / words);
    for (int from = 0; from < l->n;) {
        const struct interval v = interval_at(l, from);
        add_interval(&w, &v, shared > 0 ? fmas * v.shared / shared : fmas * v.n / l->n);
        from += v.n;
    }
    return w.p;
}
