/* What went wrong in a call, in words. Part of trial.c. */
#ifndef TRIAL_FAULTS_H
#define TRIAL_FAULTS_H

#include <cuda_runtime.h>

#include "trial/trial.h"

/* True if the launch and all that it did went well: `error` is what CUDA says of it,
   and the emulator knows of no fault. Else the fault is in *f. */
bool trial_ran_well(const struct trial *t, cudaError_t error, struct finding *f);

/* True if nothing but the elements of outputs was written: no guard, no input, and
   nothing between the rows of an output. Else the fault is in *f. */
bool trial_all_whole(const struct trial *t, struct finding *f);

#endif
