/*
 * The sgemm() of a program with tiles. It calls, for the problem's M, N and K,
 * the kernel whose tile won on the nearest shape of the tuner's cache, the file
 * that TUNE_CACHE in the environment names: nearest by the distance between
 * (log M, log N, log K). Without a cache, without a winner on this GPU, or
 * where the winner is not linked in, it calls the kernel's own default.
 */
#ifndef TUNE_PICK_H
#define TUNE_PICK_H

#include "trial.h"

/* The sgemm() of kernel.cu as it is, compiled for its default tile. */
extern trial_sgemm sgemm_default;

/* From now on sgemm() is fn; NULL: the nearest winner again. */
void pick_use(trial_sgemm *fn);

#endif
