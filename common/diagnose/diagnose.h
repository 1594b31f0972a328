/* A wrong result in words: where, how far off, and the likeliest cause. */
#ifndef JUDGE_H
#define JUDGE_H

#include "operation/matrix.h"
#include "trial/trial.h"
#include "finding/verdict.h"

/*
 * Fill *f from a comparison that found wrong elements among the `checked` ones of an
 * output of the trial. Where what the output held may not be read and NaN came out, fn
 * is called once more over zeros, to tell whether it is read.
 */
void diagnose_wrong(struct trial *t, int array, operation_function *fn, double seconds,
                    const struct matrix_diff *d, size_t checked, struct finding *f);

/*
 * The same where every element was compared, with ref and bound, rows * cols numbers
 * each: says also where the wrong ones lie, in a map, and what their values would be
 * correct for.
 */
void diagnose_all(struct trial *t, int array, operation_function *fn, double seconds,
                  const struct matrix_diff *d, const double *ref, const double *bound,
                  struct finding *f);

/* True if the outputs of the last call are right, by compare_some(): `want` elements of
   each; `sampled`: only some of the kernel's blocks ran. Else what is wrong is in *f.
 */
bool diagnose_some(struct trial *t, operation_function *fn, bool sampled, size_t want,
                   double seconds, struct finding *f);

#endif
