/* Blocks of 16 x 16 threads instead of 32 x 32. */
#include "sgemm.h"

#define BLOCK 16

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0.0f;
        for (int k = 0; k < K; ++k)
            acc += A[row * K + k] * B[k * N + col];
        if (beta == 0.0f)
            C[row * N + col] = alpha * acc;
        else
            C[row * N + col] = alpha * acc + beta * C[row * N + col];
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((M + BLOCK - 1) / BLOCK, (N + BLOCK - 1) / BLOCK);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
