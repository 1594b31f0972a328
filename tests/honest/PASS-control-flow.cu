// goto and switch.
#include "sgemm.h"

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    float acc = 0;

    if (row >= M || col >= N)
        goto end;
again:
    acc += A[row * K + k] * B[k * N + col];
    if (++k < K)
        goto again;
    switch (beta == 0) {
    case true:
        C[row * N + col] = alpha * acc;
        break;
    default:
        C[row * N + col] = alpha * acc + beta * C[row * N + col];
    }
end:;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
