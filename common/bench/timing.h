/* Times of repeated calls on a GPU, taken with care. */
#ifndef TIMING_H
#define TIMING_H

#include "trial/trial.h"

struct timing {
    int reps;
    double ms_median, ms_min;
    double ms_spread; /* from the first quartile to the third; 0 if there is one time */
};

enum { TIMING_MAX = 24 }; /* kernels timed side by side */

/* What is timed: a function, on a trial that was opened in that runner. */
struct timed {
    int runner; /* as rpc_use() numbers them */
    const struct trial *trial;
    operation_function *fn;
};

/* Bytes to overwrite before a call, so that nothing else is in the L2 cache. */
size_t timing_flush_bytes(void);

/* True if a GPU is timed with WARM=1 in the environment: with warm caches. */
bool timing_warm(void);

/*
 * Time what[0..n) (n at most TIMING_MAX), each call by a pair of events, into
 * out[0..n). Warms up first; before each call restores the outputs
 * and empties the L2 cache; takes the kernels in turn, so that a clock that drifts
 * drifts for all. How many repetitions there are depends on how long the last call of
 * the warm-up took. `seconds` is what one call may take. Afterwards the
 * outputs on the device are those of the last timed call, and the last runner is the
 * one that is asked. If timing_warm(), a time is the mean of many calls back to back,
 * after one that is not timed, and nothing is emptied or restored between them. Exits
 * with status 2 if a call fails: what is timed has passed its check.
 */
void timing_take(const struct timed what[], int n, double seconds, struct timing out[]);

#endif
