/* What the emulator's test programs share: a kernel on small arrays, then one word. */
#ifndef TEST_H
#define TEST_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64 /* elements of every array */

/* Run kernel<<<grid, block>>>(in, out) with in[i] = i and out[i] = -1, both N floats on
   the device; print "right" if out[i] is want(i) for all i, else the first that is not,
   and the CUDA error, if any. Expands in main(). */
#define RUN(kernel, grid, block, want)                                                 \
    float host[N], *in, *out;                                                          \
    cudaMalloc(&in, sizeof host);                                                      \
    cudaMalloc(&out, sizeof host);                                                     \
    for (int i = 0; i < N; i++)                                                        \
        host[i] = i;                                                                   \
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);                         \
    for (int i = 0; i < N; i++)                                                        \
        host[i] = -1;                                                                  \
    cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);                        \
    kernel<<<grid, block>>>(in, out);                                                  \
    cudaError_t error = cudaDeviceSynchronize();                                       \
    if (!error)                                                                        \
        error = cudaGetLastError();                                                    \
    if (error) {                                                                       \
        printf("%s\n", cudaGetErrorName(error));                                       \
        return 1;                                                                      \
    }                                                                                  \
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);                        \
    for (int i = 0; i < N; i++)                                                        \
        if (!(host[i] == (float)(want))) {                                             \
            printf("out[%d] is %g\n", i, host[i]);                                     \
            return 1;                                                                  \
        }                                                                              \
    printf("right\n");                                                                 \
    return 0;

#endif
