/* Blocks of one thread: every request touches one sector, and uses one word of it. */
#include "sgemm.h"

__global__ void coalesce(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    int row = blockIdx.y, col = blockIdx.x;

    float acc = 0.0f;
    for (int k = 0; k < K; k++)
        acc += A[row * K + k] * B[k * N + col];
    float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
    C[row * N + col] = alpha * acc + old;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    coalesce<<<dim3(N, M), 1>>>(M, N, K, alpha, A, B, beta, C);
}
