/*
 * TM results per thread, straight from global memory: B is read once for TM of them, A
 * by every thread.
 */
#include "sgemm.h"

enum { BN = 64, ROWS = 8, TM = 8 };

__global__ void tile1d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    int row = (blockIdx.y * ROWS + threadIdx.y) * TM;
    int col = blockIdx.x * BN + threadIdx.x;
    float acc[TM] = {};

    for (int k = 0; k < K; k++) {
        float b = col < N ? B[k * N + col] : 0.0f;
        for (int i = 0; i < TM && row + i < M; i++)
            acc[i] += A[(row + i) * K + k] * b;
    }

    for (int i = 0; i < TM; i++)
        if (row + i < M && col < N) {
            float old = beta == 0.0f ? 0.0f : beta * C[(row + i) * N + col];
            C[(row + i) * N + col] = alpha * acc[i] + old;
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + ROWS * TM - 1) / (ROWS * TM));
    tile1d<<<grid, dim3(BN, ROWS)>>>(M, N, K, alpha, A, B, beta, C);
}
