/* The product is right, but alpha was multiplied into the caller's A on the way. */
#include "sgemm.h"

enum { BLOCK = 32 };

__global__ void scale(int n, float alpha, float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= alpha;
}

__global__ void naive(int M, int N, int K, const float *A, const float *B, float beta,
                      float *C)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    int col = blockIdx.y * BLOCK + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0.0f;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
        C[row * N + col] = acc + old;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((M + BLOCK - 1) / BLOCK, (N + BLOCK - 1) / BLOCK);
    scale<<<(M * K + 255) / 256, 256>>>(M * K, alpha, const_cast<float *>(A));
    naive<<<grid, block>>>(M, N, K, A, B, beta, C);
}
