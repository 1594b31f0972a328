/* Pointers that move along a row of A and down a column of B; no index at all. */
#include "sgemm.h"

__global__ void naive(int M, int N, int K, float alpha, const float *__restrict__ A,
                      const float *__restrict__ B, float beta, float *__restrict__ C)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N)
        return;

    const float *a = A + row * K;
    const float *b = B + col;
    float acc = 0.0f;
    for (const float *end = a + K; a != end; a++, b += N)
        acc += *a * *b;

    C += row * N + col;
    if (beta == 0.0f)
        *C = alpha * acc;
    else
        *C = alpha * acc + beta * *C;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((M + 31) / 32, (N + 31) / 32);
    naive<<<grid, dim3(32, 32)>>>(M, N, K, alpha, A, B, beta, C);
}
