/* Times of repeated calls of sgemm() on a GPU, taken with care. */
#ifndef TIMING_H
#define TIMING_H

#include "trial.h"

struct timing {
    int reps;
    double ms_median, ms_min;
};

enum { TIMING_MAX = 2 }; /* functions timed side by side */

/*
 * Time fn[0..n) (n at most TIMING_MAX) on the trial's device arrays, each call by a
 * pair of events, into out[0..n). Warms up first; before each call restores C and
 * empties the L2 cache; takes the functions in turn, so that a clock that drifts
 * drifts for all. `first_ms`, the time of an earlier call, decides how many repetitions
 * there are. `seconds` is what one call may take. Afterwards C on the device is the
 * result of the last timed call of fn[n - 1]. Exits with status 2 if a call fails: what
 * is timed has passed its check.
 */
void timing_take(const struct trial *t, trial_sgemm *const fn[], int n, double first_ms,
                 double seconds, struct timing out[]);

#endif
