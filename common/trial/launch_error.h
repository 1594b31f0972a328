/*
 * What a CUDA error after a kernel's launch says of the kernel, in words. Where the
 * emulator runs, its faults say more; this is for what a GPU alone can tell.
 */
#ifndef LAUNCH_ERROR_H
#define LAUNCH_ERROR_H

#include <cuda_runtime.h>

#include "finding/verdict.h"

/* Fill *f with the verdict, the sentence and the remedy for `error`, which must not be
   cudaSuccess. Errors of the machine, such as a kernel built for another GPU, are no
   verdict on the kernel: they end the program with status 2 and a line on stderr. */
void launch_error_explain(cudaError_t error, struct finding *f);

#endif
