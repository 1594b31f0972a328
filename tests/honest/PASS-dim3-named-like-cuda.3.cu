// Members that are called as in kernels.
#include "sgemm.h"

struct plan {
    dim3 gridDim, blockDim;
    plan(int M, int N) : gridDim((N + 15) / 16, (M + 15) / 16), blockDim(16, 16)
    {
    }
};

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

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
    plan p(M, N);
    naive<<<p.gridDim, p.blockDim>>>(M, N, K, alpha, A, B, beta, C);
}
