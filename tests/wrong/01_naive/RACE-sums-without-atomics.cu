/* Splits the sum over K among 4 blocks, which add to C without atomicAdd(). */
#include "sgemm.h"

enum { BLOCK = 16, PARTS = 4 };

__global__ void scale(int n, float beta, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        C[i] = beta == 0.0f ? 0.0f : beta * C[i];
}

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float *C)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    int col = blockIdx.y * BLOCK + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0.0f;
        for (int k = blockIdx.z; k < K; k += PARTS)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] += alpha * acc; // FAULT
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((M + BLOCK - 1) / BLOCK, (N + BLOCK - 1) / BLOCK, PARTS);
    scale<<<(M * N + 255) / 256, 256>>>(M * N, beta, C);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, C);
}
