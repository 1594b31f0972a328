/*
 * One problem on host and device, and calls of sgemm() upon it: what the checker and
 * the benchmark share. Failures of host or device memory end the program with status 2.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "guarded.h"
#include "matrix.h"
#include "verdict.h"

typedef void trial_sgemm(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C);

struct trial {
    struct matrix_problem p; /* inputs, on the host */
    float *A, *B, *C0;       /* the same arrays, owned; C0 is poison where beta is 0 */
    float *C;                /* what trial_call() brought back */
    struct guarded dA, dB, dC;
    bool faulted; /* the device is to be reset before it is used again */
    bool landed;  /* the call came to its end, with a fault or without */
};

/* Make a problem of inputs drawn from `seed`, and put it on the device. Release with
   trial_close(), which after a fault resets the device. */
void trial_open(struct trial *t, int M, int N, int K, float alpha, float beta,
                uint64_t seed);
void trial_close(struct trial *t);

/*
 * Put C0 into the device's C, call fn, wait for it, and look for faults: the
 * emulator's, CUDA's, overwritten guards, overwritten inputs. `seconds` is what the
 * call may take. Afterwards probe_counters() tells the counters of this call alone.
 * Returns true, with the result in t->C and the time between two events in *ms; or
 * false, with the fault in *f; then do nothing more with the trial but close it. (After
 * a fault that a GPU does not notice, a race, t->landed is true and t->C the result.)
 */
bool trial_call(struct trial *t, trial_sgemm *fn, double seconds, float *ms,
                struct finding *f);

#endif
