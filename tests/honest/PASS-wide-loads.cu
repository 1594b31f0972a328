// Rows of A as float4, where they are.
#include "sgemm.h"

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= M || col >= N)
        return;
    float acc = 0;
    int k = 0;
    if (K % 4 == 0)
        for (; k < K; k += 4) {
            float4 a = *reinterpret_cast<const float4 *>(&A[row * K + k]);
            acc += a.x * B[k * N + col] + a.y * B[(k + 1) * N + col];
            acc += a.z * B[(k + 2) * N + col] + a.w * B[(k + 3) * N + col];
        }
    for (; k < K; k++)
        acc += A[row * K + k] * B[k * N + col];
    C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
