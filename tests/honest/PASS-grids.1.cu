// A single thread.
#include "sgemm.h"

__global__ void alone(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    for (int row = 0; row < M; row++)
        for (int col = 0; col < N; col++) {
            float acc = 0;
            for (int k = 0; k < K; k++)
                acc += A[row * K + k] * B[k * N + col];
            C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    alone<<<1, 1>>>(M, N, K, alpha, A, B, beta, C);
}
