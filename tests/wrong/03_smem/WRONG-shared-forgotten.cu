/* Forgets __shared__: every thread has tiles of its own, with one element set. */
#include "sgemm.h"

enum { TILE = 32 }; /* edge of a tile and of a block: 1024 threads, the most allowed */

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    float As[TILE][TILE];
    float Bs[TILE][TILE];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc = 0.0f;

#pragma unroll 2 // half the loop around the barriers
    for (int k0 = 0; k0 < K; k0 += TILE) {
        float a = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        float b = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads(); // nobody reads the old tiles any more: they may be overwritten
        As[ty][tx] = a;
        Bs[ty][tx] = b;

        __syncthreads(); // both tiles are full
        for (int k = 0; k < TILE; k++)
            acc += As[ty][k] * Bs[k][tx];
    }

    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
        C[row * N + col] = alpha * acc + old;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    smem<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
