/* Blocks of 1024 threads in one dimension, cut into rows of 32 by division. */
#include "sgemm.h"

enum { BLOCK = 32 };

__global__ void coalesce(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    int row = blockIdx.y * BLOCK + threadIdx.x / BLOCK;
    int col = blockIdx.x * BLOCK + threadIdx.x % BLOCK;

    if (row < M && col < N) {
        float acc = 0.0f;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] =
            alpha * acc + (beta == 0.0f ? 0.0f : beta * C[row * N + col]);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BLOCK - 1) / BLOCK, (M + BLOCK - 1) / BLOCK);
    coalesce<<<grid, BLOCK * BLOCK>>>(M, N, K, alpha, A, B, beta, C);
}
