/* Times of repeated calls on a GPU, taken with care. */
#ifndef TIMING_H
#define TIMING_H

#include "trial.h"

struct timing {
    int reps;
    double ms_median, ms_min;
    double ms_spread; /* from the first quartile to the third; 0 if there is one time */
};

enum { TIMING_MAX = 32 }; /* functions timed side by side */

/*
 * Time fn[0..n) (n at most TIMING_MAX) on the trial's device arrays, each call by a
 * pair of events, into out[0..n). Warms up first; before each call restores the outputs
 * and empties the L2 cache; takes the functions in turn, so that a clock that drifts
 * drifts for all. How many repetitions there are depends on how long the last call of
 * the warm-up took. `seconds` is what one call may take. Afterwards the outputs on the
 * device are those of the last timed call of fn[n - 1]. Exits with status 2 if a call
 * fails: what is timed has passed its check.
 */
void timing_take(const struct trial *t, operation_function *const fn[], int n,
                 double seconds, struct timing out[]);

#endif
