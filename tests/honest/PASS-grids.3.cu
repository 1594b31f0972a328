// Blocks of three dimensions.
#include "sgemm.h"

__global__ void cubes(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(8, 4, 4), grid((N + 7) / 8, (M + 15) / 16);
    cubes<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
