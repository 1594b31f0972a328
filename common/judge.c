/* A wrong result in words; judge.h states the contract. */
#include "judge.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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

static const char *likely_cause(const struct trial *t, const struct matrix_diff *d,
                                bool unchanged, bool reads_c)
{
    if (reads_c)
        return "C is read although beta is 0, and 0 * NaN is NaN: write alpha * sum "
               "alone where beta is 0";
    if (unchanged)
        return "give every element of C a thread: round the grid up, as in "
               "(N + BN - 1) / BN";
    if (isnan(d->got))
        return "something is read that was never set: what lies outside a matrix "
               "counts as 0";
    if (t->p.beta != 0)
        return "C becomes alpha * sum + beta * (what C held before)";
    return "look at the indices, A[row * K + k], B[k * N + col] and C[row * N + col], "
           "and that each stays inside its matrix";
}

void judge_wrong(struct trial *t, trial_sgemm *fn, double seconds,
                 const struct matrix_diff *d, size_t checked, struct finding *f)
{
    const size_t at = (size_t)d->row * t->p.N + d->col;
    const bool unchanged = memcmp(&d->got, &t->C0[at], sizeof d->got) == 0;
    const bool reads_c =
        t->p.beta == 0 && isnan(d->got) && right_over_zero(t, fn, seconds, d);

    f->verdict = VERDICT_WRONG;
    snprintf(f->what, sizeof f->what,
             "%zu of %zu elements of C are wrong, the first at row %d, column %d:\n"
             "it is %.9g%s\nand must be %.9g, give or take %.2g",
             d->wrong, checked, d->row, d->col, d->got,
             unchanged && !reads_c ? " (never written)" : "", d->ref, d->bound);
    snprintf(f->remedy, sizeof f->remedy, "%s", likely_cause(t, d, unchanged, reads_c));
}
