// A vector that is made before main().
#include "sgemm.h"
#include <vector>

static std::vector<int> edges = {8, 16, 32};

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
    int n = edges[1];
    dim3 block(n, n), grid((N + n - 1) / n, (M + n - 1) / n);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
