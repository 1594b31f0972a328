/*
 * One problem on host and device, and calls of a function on it: what the checker and
 * the benchmark share. Failures of host or device memory end the program with status 2.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "trial/guarded.h"
#include "operation/problem.h"
#include "finding/verdict.h"

struct trial {
    struct problem p;               /* what the arrays hold before each call */
    void *result[OPERATION_ARRAYS]; /* of outputs: what trial_call() brought back */
    struct guarded device[OPERATION_ARRAYS];
    /* Of outputs, if `judged` is set before a call: each element in float64, and its
       bound (problem.h). They are computed while the kernel runs. */
    double *ref[OPERATION_ARRAYS], *bound[OPERATION_ARRAYS];
    bool judged;
    bool by_array;     /* count by array, too, in any case; may be set before a call */
    unsigned withheld; /* ways of inputs, as probe_withhold() has them; likewise */
    uint64_t seed;     /* of the inputs */
    bool faulted;      /* the device is to be reset before it is used again */
    bool completed;    /* the call came to its end, with a fault or without */
};

/* Make a problem of this operation with sizes and scalars of its own number, inputs
   drawn from `seed`, and put it on the device. Release with trial_close(), which after
   a fault resets the device. */
void trial_open(struct trial *t, const struct operation *of, const int size[],
                const float scalar[], uint64_t seed);
void trial_close(struct trial *t);

/*
 * Put the outputs' contents before the call onto the device, call fn, wait for it, and
 * look for faults: the emulator's, CUDA's, overwritten guards, overwritten inputs, and
 * elements between the rows of an output, on the emulator even if they are written with
 * what they held. `seconds` is what the call may take.
 * Afterwards probe_counters() tells the counters of this call alone, and
 * probe_array_counters() those of the operation's arrays, if t->by_array is set.
 * Returns true, with the outputs in t->result and the time between two events in *ms,
 * if ms is not NULL (on the emulator it is modelled, which takes its time); or false,
 * with the fault in *f; then do nothing more with the trial but close it. (After a
 * fault that a GPU does not notice, a race, t->completed is true and t->result set.)
 */
bool trial_call(struct trial *t, operation_function *fn, double seconds, float *ms,
                struct finding *f);

/* True if the array is an output. */
static inline bool trial_is_output(const struct trial *t, int array)
{
    return t->p.of->array[array].use != USE_IN;
}

/* Mark the first two inputs, which both have the same type, as probe_withhold() needs
   it (mark.h). */
void trial_mark_inputs(struct trial *t);

/* The arguments of a call on the device's arrays. */
struct call trial_arguments(const struct trial *t);

/* Copy inputs that have been changed in t->p to the device. */
void trial_put_inputs(struct trial *t);
/* Bring the outputs from the device into t->result. */
void trial_get_outputs(struct trial *t);

#endif
