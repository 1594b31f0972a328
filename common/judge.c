/* A wrong result in words; judge.h states the contract. */
#include "judge.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "steps.h"
#include "wrong_advice.h"
#include "wrong_map.h"
#include "wrong_value.h"

/* Whether the first wrong element comes out right once C held 0 before the call: then
   C was read although beta is 0, and what it held spoilt the result. */
static bool right_over_zero(struct trial *t, trial_sgemm *fn, double seconds,
                            const struct matrix_diff *d)
{
    const size_t at = (size_t)d->row * t->p.N + d->col;
    struct finding ignored;
    float ms;

    memset(t->C0, 0, (size_t)t->p.M * t->p.N * sizeof *t->C0);
    return trial_call(t, fn, seconds, &ms, &ignored) &&
           fabs(t->C[at] - d->ref) <= d->bound;
}

/* Whether the element is what C held before, bit by bit. */
static bool unchanged(const struct trial *t, size_t at)
{
    return memcmp(&t->C[at], &t->C0[at], sizeof t->C[at]) == 0;
}

/* Where the element was written, if that is known, else where the kernel was launched
   that did not: into *f. What is known of it, into `who`. True if it was written. */
static bool find_writer(const struct trial *t, size_t at, struct finding *f, char *who,
                        size_t size)
{
    struct probe_place place;

    const bool written = probe_writer(&t->dC.data[at], &place);

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

static const char *likely_cause(const struct matrix_diff *d, bool never_written,
                                bool reads_c)
{
    if (reads_c)
        return "C is read although beta is 0, and may hold NaN then: write alpha * sum "
               "alone where beta is 0";
    if (never_written)
        return "give every element of C a thread: round the grid up, as in "
               "(N + n - 1) / n for n columns a block";
    if (isnan(d->got))
        return "something is read that was never set: what lies outside a matrix "
               "counts as 0";
    return "look at the indices, A[row * K + k], B[k * N + col] and C[row * N + col], "
           "and that each stays inside its matrix; in tiles, that a sum pairs the same "
           "k of As and Bs; does the sum begin at 0?";
}

/* What judge_wrong() does. True if the result is wrong because C is read. */
static bool tell_first(struct trial *t, trial_sgemm *fn, double seconds,
                       const struct matrix_diff *d, size_t checked, struct finding *f)
{
    const size_t at = (size_t)d->row * t->p.N + d->col;
    char who[256];
    bool same, reads_c;

    same = !find_writer(t, at, f, who, sizeof who) && unchanged(t, at);
    reads_c = t->p.beta == 0 && isnan(d->got) && right_over_zero(t, fn, seconds, d);
    f->verdict = VERDICT_WRONG;
    f->element = (struct probe_element){"C", 2, {d->row, d->col}};
    f->values.known = true;
    f->values.got = d->got;
    f->values.expected = d->ref;
    f->values.bound = d->bound;
    if (d->wrong == 1 && checked == 1)
        snprintf(f->what, sizeof f->what, "the one element of C is wrong:");
    else
        snprintf(f->what, sizeof f->what,
                 "%zu of %zu elements of C %s wrong, the first at row %d, column %d:",
                 d->wrong, checked, d->wrong == 1 ? "is" : "are", d->row, d->col);
    snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what),
             "\nit is %.9g%s%s\nand must be %.9g, give or take %.2g", d->got,
             same && !reads_c ? " (never written)" : "", who, d->ref, d->bound);
    snprintf(f->remedy, sizeof f->remedy, "%s",
             likely_cause(d, same && !reads_c, reads_c));
    return reads_c;
}

void judge_wrong(struct trial *t, trial_sgemm *fn, double seconds,
                 const struct matrix_diff *d, size_t checked, struct finding *f)
{
    tell_first(t, fn, seconds, d, checked, f);
}

static const char single[] =
    "a single element: look for a condition with == or != in it, "
    "or a bound that is one too small";

/* What may leave out elements that no thread writes, by the pattern that they make. */
static void ask_for_writers(enum wrong_pattern pattern, char *remedy, size_t size)
{
    const bool plain = !steps_have(1u << STEP_COPY);
    int n = steps_say(plain ? 1u << STEP_PLACE | 1u << STEP_SUM : 1u << STEP_LAUNCH,
                      remedy, size);

    remedy += n;
    size -= n;
    switch (pattern) {
    case WRONG_ALL:
        snprintf(
            remedy, size,
            "does the kernel store its sum in C, and can the condition before that be "
            "true?");
        break;
    case WRONG_LAST:
        snprintf(
            remedy, size,
            "which threads should come to these? Look at the grid (rounded up, M and N "
            "each in its place), at blockIdx times the size of a block, and at the "
            "condition before the store");
        break;
    case WRONG_EVERY:
        snprintf(
            remedy, size,
            "each thread leaves out the same one of its elements: look at the bounds "
            "of the loop that stores them");
        break;
    case WRONG_ONE:
        snprintf(remedy, size, "%s", single);
        break;
    case WRONG_TRIANGLE:
    case WRONG_OFF_DIAGONAL:
        snprintf(remedy, size,
                 "row and col are compared with each other, or exchanged, somewhere");
        break;
    default:
        snprintf(
            remedy, size,
            "which blocks and threads come to these elements? Look at the grid, and "
            "at what blockIdx and threadIdx select");
    }
}

enum { SAMPLES = 8 };

/* Wrong elements: all are marked, and some that were written are picked. */
struct wrong {
    unsigned char *marks;
    size_t sample[SAMPLES];
    int samples;
    bool never_written; /* the first one */
};

static void find_wrong(struct wrong *w, const struct trial *t, const double *ref,
                       const double *bound, const struct matrix_diff *d)
{
    const size_t all = (size_t)t->p.M * t->p.N, every = d->wrong / SAMPLES + 1;
    const size_t first = (size_t)d->row * t->p.N + d->col;
    struct probe_place ignored;
    bool rewritten; /* with what was there: NaN + NaN may be that */
    size_t seen = 0;

    w->never_written =
        unchanged(t, first) && !probe_writer(&t->dC.data[first], &ignored);
    rewritten = unchanged(t, first) && !w->never_written;
    w->samples = 0;
    for (size_t i = 0; i < all; i++) {
        w->marks[i] = WRONG_NOT;
        if (fabs(t->C[i] - ref[i]) <= bound[i])
            continue;
        w->marks[i] = unchanged(t, i) && !rewritten ? WRONG_UNWRITTEN : WRONG_VALUE;
        if (w->marks[i] == WRONG_VALUE && w->samples < SAMPLES && seen++ % every == 0)
            w->sample[w->samples++] = i;
    }
}

/* Their pattern, and a map of them, unless it would hold but one sign. */
static enum wrong_pattern draw(const struct wrong *w, const struct matrix_problem *p,
                               struct finding *f)
{
    const size_t all = (size_t)p->M * p->N;
    char words[160], map[WRONG_MAP_SIZE];
    const enum wrong_pattern pattern =
        wrong_pattern(w->marks, p->M, p->N, words, sizeof words);

    if (all == 1)
        return pattern;
    if (memchr(w->marks, WRONG_NOT, all) ||
        memcmp(w->marks, w->marks + 1, all - 1) != 0) {
        wrong_map(w->marks, p->M, p->N, map);
        snprintf(f->map, sizeof f->map, "%s:\n%s", words, map);
    } else {
        snprintf(f->map, sizeof f->map, "%s", words);
    }
    return pattern;
}

/* Call the kernel on inputs that tell mistakes apart. */
static void probe(struct trial *t, trial_sgemm *fn, double seconds, struct finding *f)
{
    struct wrong_probe found;
    char what[200];

    if (!wrong_probe(t, fn, seconds, &found) ||
        !wrong_advice(&found, t->p.K, what, sizeof what, f->remedy, sizeof f->remedy))
        return;
    snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what), ":\n%s",
             what);
}

void judge_all(struct trial *t, trial_sgemm *fn, double seconds,
               const struct matrix_diff *d, const double *ref, const double *bound,
               struct finding *f)
{
    const size_t all = (size_t)t->p.M * t->p.N;
    struct wrong w = {.marks = malloc(all)};
    enum wrong_pattern pattern;
    struct wrong_value v;
    bool explained, reads_c;

    if (!w.marks) {
        fprintf(stderr, "not enough memory for %zu marks\n", all);
        exit(2);
    }
    find_wrong(&w, t, ref, bound, d);
    explained =
        !w.never_written && wrong_value(&t->p, t->C, ref, w.sample, w.samples, &v);
    reads_c = tell_first(t, fn, seconds, d, all, f);
    for (size_t i = 0; reads_c && i < all; i++)
        w.marks[i] = w.marks[i] == WRONG_UNWRITTEN ? WRONG_VALUE : w.marks[i];
    pattern = draw(&w, &t->p, f);
    free(w.marks);
    if (explained) {
        const int n = steps_say(v.roles, f->remedy, sizeof f->remedy);

        snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what), ":\n%s",
                 v.what);
        snprintf(f->remedy + n, sizeof f->remedy - n, "%s", v.remedy);
    } else if (w.never_written && !reads_c) {
        ask_for_writers(pattern, f->remedy, sizeof f->remedy);
    } else if (!reads_c) {
        probe(t, fn, seconds, f);
        if (pattern == WRONG_ONE)
            snprintf(f->remedy, sizeof f->remedy, "%s", single);
    }
}
