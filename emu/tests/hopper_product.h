/* A product by one warpgroup, for kernels of this folder: out = in in', of a 64 x 64
   matrix of bf16 and its first 8 rows. Element (i, k) of it is in_of(i, k). */
#ifndef HOPPER_PRODUCT_H
#define HOPPER_PRODUCT_H

#include <cuda_bf16.h>
#include <stdio.h>

#include "hopper.h"

enum { ROWS = 64, COLUMNS = 8, DEPTH = 64, THREADS = 128, TILE = ROWS * DEPTH * 2 };

static inline int in_of(int i, int k)
{
    return (i * 7 + k * 13 + i * k) % 9 - 4;
}

__device__ static inline void store_sums(float *out, const float d[4])
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = 0; i < 4; i++)
        out[(warp * 16 + lane / 4 + i / 2 * 8) * COLUMNS + lane % 4 * 2 + i % 2] = d[i];
}

/* Run kernel<<<1, threads>>>(map, in, out): "right", or what is not. */
#define PRODUCT(kernel, threads, swizzle)                                              \
    static __nv_bfloat16 host_in[ROWS * DEPTH];                                        \
    static float host_out[ROWS * COLUMNS];                                             \
    __nv_bfloat16 *in;                                                                 \
    float *out;                                                                        \
    for (int i = 0; i < ROWS * DEPTH; i++)                                             \
        host_in[i] = __float2bfloat16((float)in_of(i / DEPTH, i % DEPTH));             \
    cudaMalloc(&in, sizeof host_in);                                                   \
    cudaMalloc(&out, sizeof host_out);                                                 \
    cudaMemcpy(in, host_in, sizeof host_in, cudaMemcpyHostToDevice);                   \
    cudaMemset(out, 0xff, sizeof host_out);                                            \
    kernel<<<1, threads>>>(map_of(in, DEPTH, ROWS, ROWS, swizzle), in, out);           \
    cudaError_t error = cudaDeviceSynchronize();                                       \
    if (error) {                                                                       \
        printf("%s\n", cudaGetErrorName(error));                                       \
        return 1;                                                                      \
    }                                                                                  \
    cudaMemcpy(host_out, out, sizeof host_out, cudaMemcpyDeviceToHost);                \
    for (int i = 0; i < ROWS * COLUMNS; i++) {                                         \
        int sum = 0;                                                                   \
        for (int k = 0; k < DEPTH; k++)                                                \
            sum += in_of(i / COLUMNS, k) * in_of(i % COLUMNS, k);                      \
        if (!(host_out[i] == (float)sum)) {                                            \
            printf("out[%d] is %g, not %d\n", i, host_out[i], sum);                    \
            return 1;                                                                  \
        }                                                                              \
    }                                                                                  \
    printf("right\n");

#endif
