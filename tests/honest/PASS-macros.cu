// Macros: sizes, and calls that are checked.
#include "sgemm.h"
#include <cstdio>
#include <cstdlib>

#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
#define CUDA_CHECK(call)                                                               \
    do {                                                                               \
        cudaError_t err_ = (call);                                                     \
        if (err_ != cudaSuccess) {                                                     \
            fprintf(stderr, "%s:%d: %s in %s: %s\n", __FILE__, __LINE__,               \
                    cudaGetErrorName(err_), __func__, cudaGetErrorString(err_));       \
            exit(EXIT_FAILURE);                                                        \
        }                                                                              \
    } while (0)

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
    dim3 block(16, 16), grid(CEIL_DIV(N, 16), CEIL_DIV(M, 16));
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
