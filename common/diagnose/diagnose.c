/* A wrong result in words; judge.h states the contract. */
#include "diagnose/diagnose.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/explain.h"
#include "device/host_alloc.h"
#include "trial/compare.h"
#include "probe.h"
#include "check/steps.h"
#include "diagnose/unwritten.h"
#include "diagnose/wrong_advice.h"
#include "diagnose/wrong_map.h"
#include "diagnose/wrong_value.h"

/* An output of a trial. */
struct output {
    struct trial *t;
    int array;
    enum element type;
    const char *name;
    struct extent e;
    operation_function *fn;
    double seconds; /* that a call may take */
};

static struct output output_of(struct trial *t, int array, operation_function *fn,
                               double seconds)
{
    const struct operation_array *a = &t->p.of->array[array];

    return (struct output){t,  array,  a->type, a->name, problem_extent(&t->p, array),
                           fn, seconds};
}

/* The place in memory of element i, row by row. */
static size_t place_of(const struct output *o, size_t i)
{
    return i / o->e.cols * o->e.ld + i % o->e.cols;
}

static double got(const struct output *o, size_t i)
{
    return element_get(o->type, o->t->result[o->array], place_of(o, i));
}

/* True if element i is what the output held before the call, bit by bit. */
static bool unchanged(const struct output *o, size_t i)
{
    return compare_unchanged(&o->t->p, o->array, o->t->result[o->array],
                             place_of(o, i));
}

/* True if the first wrong element comes out right once the output held 0 before the
   call: then it was read although it may not be, and what it held spoilt the result. */
static bool right_over_zero(const struct output *o, const struct matrix_diff *d)
{
    const size_t n = problem_elements(&o->t->p, o->array);
    struct finding ignored;

    memset(o->t->p.array[o->array], 0, n * element_bytes(o->type));
    return trial_call(o->t, o->fn, o->seconds, NULL, &ignored) &&
           fabs(got(o, (size_t)d->row * o->e.cols + d->col) - d->ref) <= d->bound;
}

/* Where the element was written, if that is known, else where the kernel was launched
   that did not: into *f. What is known of it, into `who`. True if it was written. */
static bool find_writer(const struct output *o, size_t i, struct finding *f, char *who,
                        size_t size)
{
    struct probe_place place;
    const void *at = guarded_at(&o->t->device[o->array], place_of(o, i));
    const bool written = probe_writer(at, &place);

    who[0] = '\0';
    if (!written && !probe_launch(&place))
        return false;
    if (written && place.who[0])
        snprintf(who, size, ", stored by %s", place.who);
    else if (!written)
        snprintf(who, size, ", in a launch of %s", place.who);
    snprintf(f->file, sizeof f->file, "%s", place.file);
    f->line = place.line;
    if (written)
        f->who = place.by;
    return written;
}

/* True if an array has rows that are longer than their columns. */
static bool padded(const struct problem *p)
{
    for (int i = 0; p->of->array[i].name; i++) {
        const struct extent e = problem_extent(p, i);

        if (e.ld > e.cols)
            return true;
    }
    return false;
}

/* Lanes take words from each other. */
static bool shuffles(void)
{
    struct counters c;

    probe_counters(&c);
    return probe_available() && c.shuffled_words > 0;
}

static const char *likely_cause(const struct output *o, const struct matrix_diff *d,
                                bool never_written, bool reads)
{
    const struct operation_advice *a = &o->t->p.of->advice;

    if (reads)
        return a->reads;
    if (never_written)
        return a->writers;
    if (isnan(d->got) && shuffles())
        return "something is read that was never set: what lies outside the arrays "
               "counts as 0, and a shuffle takes nothing from a lane that has left";
    if (isnan(d->got) && padded(&o->t->p))
        return "something is read that was never set: rows are a leading dimension "
               "apart, and what lies between them, or outside, counts as 0";
    if (isnan(d->got))
        return o->e.rows == 1 && o->t->p.of->array[o->array].rows == ONE
                   ? "something is read that was never set"
                   : "something is read that was never set: what lies outside a matrix "
                     "counts as 0";
    return a->indices;
}

/* What diagnose_wrong() does. True if the result is wrong because the output is read.
 */
static bool tell_first(const struct output *o, const struct matrix_diff *d,
                       size_t checked, struct finding *f)
{
    const size_t at = (size_t)d->row * o->e.cols + d->col;
    char who[256], place[64];
    bool same, reads;

    same = !find_writer(o, at, f, who, sizeof who) && unchanged(o, at);
    /* Over 0, an element that is nearly 0 is right, too, if nothing stores it. */
    reads = !problem_reads(&o->t->p, o->array) && isnan(d->got) &&
            (!same || fabs(d->ref) > d->bound) && right_over_zero(o, d);
    f->verdict = VERDICT_WRONG;
    problem_place(&o->t->p, o->array, d->row, d->col, place, sizeof place);
    f->element = (struct probe_element){.rank = 2, .index = {d->row, d->col}};
    if (o->t->p.of->array[o->array].rows == ONE)
        f->element = (struct probe_element){.rank = 1, .index = {d->col}};
    snprintf(f->element.array, sizeof f->element.array, "%s", o->name);
    f->values.known = true;
    f->values.got = d->got;
    f->values.expected = d->ref;
    f->values.bound = d->bound;
    if (d->wrong == 1 && checked == 1)
        snprintf(f->what, sizeof f->what, "the one element of %s is wrong:", o->name);
    else
        snprintf(f->what, sizeof f->what,
                 "%zu of %zu elements of %s %s wrong, the first at %s:", d->wrong,
                 checked, o->name, d->wrong == 1 ? "is" : "are", place);
    snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what),
             "\ngot %.9g%s%s\nexpected %.9g ± %.2g", isnan(d->got) ? NAN : d->got,
             same && !reads ? " (never written)" : "", who, d->ref, d->bound);
    snprintf(f->remedy, sizeof f->remedy, "%s",
             likely_cause(o, d, same && !reads, reads));
    return reads;
}

void diagnose_wrong(struct trial *t, int array, operation_function *fn, double seconds,
                    const struct matrix_diff *d, size_t checked, struct finding *f)
{
    const struct output o = output_of(t, array, fn, seconds);

    tell_first(&o, d, checked, f);
}

enum { SAMPLES = 8 };

/* Wrong elements: all are marked, and some that were written are picked. */
struct wrong {
    unsigned char *marks;
    size_t sample[SAMPLES];
    int samples;
    bool never_written; /* the first one */
};

static void find_wrong(struct wrong *w, const struct output *o, const double *ref,
                       const double *bound, const struct matrix_diff *d)
{
    const size_t all = o->e.rows * o->e.cols, every = d->wrong / SAMPLES + 1;
    const size_t first = (size_t)d->row * o->e.cols + d->col;
    const void *at = guarded_at(&o->t->device[o->array], place_of(o, first));
    struct probe_place ignored;
    bool rewritten; /* with what was there: NaN + NaN may be that */
    size_t seen = 0;

    w->never_written = unchanged(o, first) && !probe_writer(at, &ignored);
    rewritten = unchanged(o, first) && !w->never_written;
    w->samples = 0;
    for (size_t i = 0; i < all; i++) {
        w->marks[i] = WRONG_NOT;
        if (fabs(got(o, i) - ref[i]) <= bound[i])
            continue;
        w->marks[i] = unchanged(o, i) && !rewritten ? WRONG_UNWRITTEN : WRONG_VALUE;
        if (w->marks[i] == WRONG_VALUE && w->samples < SAMPLES && seen++ % every == 0)
            w->sample[w->samples++] = i;
    }
}

/* Their pattern, and a map of them, unless it would hold but one sign. */
static enum wrong_pattern draw(const struct wrong *w, const struct extent *e,
                               struct finding *f)
{
    const size_t all = e->rows * e->cols;
    char words[160], map[WRONG_MAP_SIZE];
    const enum wrong_pattern pattern =
        wrong_pattern(w->marks, (int)e->rows, (int)e->cols, words, sizeof words);

    if (all == 1)
        return pattern;
    if (memchr(w->marks, WRONG_NOT, all) ||
        memcmp(w->marks, w->marks + 1, all - 1) != 0) {
        wrong_map(w->marks, (int)e->rows, (int)e->cols, map);
        snprintf(f->map, sizeof f->map, "%s:\n%s", words, map);
    } else {
        snprintf(f->map, sizeof f->map, "%s", words);
    }
    return pattern;
}

/* Add an explanation to *f. */
static void tell(const struct explanation *e, struct finding *f)
{
    const int n = steps_say(e->roles, f->remedy, sizeof f->remedy);

    snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what), ":\n%s",
             e->what);
    snprintf(f->remedy + n, sizeof f->remedy - n, "%s", e->remedy);
}

bool diagnose_some(struct trial *t, operation_function *fn, bool sampled, size_t want,
                   double seconds, struct finding *f)
{
    for (int i = 0; t->p.of->array[i].name; i++) {
        struct matrix_diff d;
        size_t checked;

        if (!trial_is_output(t, i))
            continue;
        d = compare_some(&t->p, i, t->result[i], sampled, want, &checked);
        if (d.wrong) {
            diagnose_wrong(t, i, fn, seconds, &d, checked, f);
            return false;
        }
    }
    return true;
}

void diagnose_all(struct trial *t, int array, operation_function *fn, double seconds,
                  const struct matrix_diff *d, const double *ref, const double *bound,
                  struct finding *f)
{
    const struct operation *of = t->p.of;
    const struct output o = output_of(t, array, fn, seconds);
    const size_t all = o.e.rows * o.e.cols;
    struct wrong w = {.marks = host_bytes(all)};
    struct explanation e = {{0}, {0}, 0};
    struct wrong_elements wrong;
    struct wrong_probe probe;
    enum wrong_pattern pattern;
    bool explained, reads;

    find_wrong(&w, &o, ref, bound, d);
    wrong = (struct wrong_elements){&t->p, array,    t->result[array], ref,
                                    bound, w.sample, w.samples};
    explained = !w.never_written &&
                ((of->explain && of->explain(&wrong, &e)) || wrong_value(&wrong, &e));
    reads = tell_first(&o, d, all, f);
    for (size_t i = 0; reads && i < all; i++)
        w.marks[i] = w.marks[i] == WRONG_UNWRITTEN ? WRONG_VALUE : w.marks[i];
    pattern = draw(&w, &o.e, f);
    free(w.marks);
    if (explained) {
        tell(&e, f);
    } else if (w.never_written && !reads) {
        unwritten_advice(t, array, pattern, f);
    } else if (!reads) {
        if (wrong_probe(t, array, fn, seconds, &probe) && wrong_advice(&probe, &e))
            tell(&e, f);
        if (pattern == WRONG_ONE && all > 1)
            snprintf(f->remedy, sizeof f->remedy, "%s", unwritten_single);
    }
}
