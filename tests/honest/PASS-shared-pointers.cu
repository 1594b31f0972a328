// Pointers that count.
#include "sgemm.h"
#include <memory>

struct plan {
    dim3 grid, block;
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
    auto shared = std::make_shared<plan>();
    auto unique = std::make_unique<plan>();
    shared->block = dim3(16, 16);
    shared->grid = dim3((N + 15) / 16, (M + 15) / 16);
    *unique = *shared;
    naive<<<unique->grid, unique->block>>>(M, N, K, alpha, A, B, beta, C);
}
