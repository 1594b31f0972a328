/* The kernel writes nothing at all, and no gap is marked. */
#include "sgemm.h"

enum { BLOCK = 32 };

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((M + BLOCK - 1) / BLOCK, (N + BLOCK - 1) / BLOCK);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
