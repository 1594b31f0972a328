/* Stopping on a failed CUDA call; cuda_check.h states the contract. */
#include "device/cuda_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What to do about an error, by its name: not every runtime has every one. */
static const char *const advice[][2] = {
    {"cudaErrorNoDevice", "no NVIDIA GPU is visible: BACKEND=cpu needs none"},
    {"cudaErrorInsufficientDriver", "there is no NVIDIA driver, or one older than the "
                                    "toolkit: BACKEND=cpu needs none"},
    {"cudaErrorMemoryAllocation",
     "device memory is short: close other programs that use the GPU"},
};

void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    const char *name = cudaGetErrorName(error);

    if (error == cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorString(error),
            name);
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++)
        if (strcmp(advice[i][0], name) == 0)
            fprintf(stderr, "%s\n", advice[i][1]);
    exit(2);
}
