// Random numbers of the host, of no use.
#include "sgemm.h"
#include <cstdlib>
#include <random>

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
    std::mt19937 generator(42);
    std::uniform_int_distribution<int> edges(8, 16);
    srand(1);
    int n = edges(generator) + 0 * rand();
    dim3 block(n, n), grid((N + n - 1) / n, (M + n - 1) / n);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
