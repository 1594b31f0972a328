/* Checks in kernels and on the host, of what CUDA C defines: these programs run on a
   GPU as well. A program prints "right", or the line of a check that failed. */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>

__device__ int wrong_in_kernel; /* line of the first check that failed; 0: none */
static int wrong_on_host;

/* In a kernel: got must be want. */
#define IS(got, want)                                                                  \
    do {                                                                               \
        if (!((got) == (want)))                                                        \
            atomicCAS(&wrong_in_kernel, 0, __LINE__);                                  \
    } while (0)

/* On the host, likewise. */
#define HOST_IS(got, want)                                                             \
    do {                                                                               \
        if (!((got) == (want)) && !wrong_on_host)                                      \
            wrong_on_host = __LINE__;                                                  \
    } while (0)

/* The end of main(): everything has run, nothing was wrong. */
static int report(void)
{
    int line = 0;
    cudaError_t error = cudaDeviceSynchronize();
    if (!error)
        error = cudaMemcpyFromSymbol(&line, wrong_in_kernel, sizeof line);
    if (!error)
        error = cudaGetLastError();
    if (error)
        printf("%s\n", cudaGetErrorName(error));
    else if (line || wrong_on_host)
        printf("line %d is wrong\n", line ? line : wrong_on_host);
    else
        printf("right\n");
    return error || line || wrong_on_host;
}

#endif
