/* A one-dimensional grid of one-dimensional blocks, one thread per element of C. */
#include "sgemm.h"

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M * N)
        return;

    int row = i % M;
    int col = i / M;
    float acc = 0.0f;
    for (int k = 0; k < K; k++)
        acc += A[row * K + k] * B[k * N + col];
    C[row * N + col] = alpha * acc + (beta == 0.0f ? 0.0f : beta * C[row * N + col]);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    int threads = 256;
    naive<<<(M * N + threads - 1) / threads, threads>>>(M, N, K, alpha, A, B, beta, C);
}
