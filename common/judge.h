/* A wrong result in words: where, how far off, and the likeliest cause. */
#ifndef JUDGE_H
#define JUDGE_H

#include "matrix.h"
#include "trial.h"
#include "verdict.h"

/*
 * Fill *f from a comparison that found wrong elements among the `checked` ones of the
 * trial's result. Where beta is 0 and NaN came out, sgemm() is called once more with
 * C = 0, to tell whether it reads C.
 */
void judge_wrong(struct trial *t, trial_sgemm *fn, double seconds,
                 const struct matrix_diff *d, size_t checked, struct finding *f);

/*
 * The same where every element was compared, with ref and bound, M * N numbers each:
 * says also where the wrong ones lie, in a map, and what their values would be right
 * for.
 */
void judge_all(struct trial *t, trial_sgemm *fn, double seconds,
               const struct matrix_diff *d, const double *ref, const double *bound,
               struct finding *f);

#endif
