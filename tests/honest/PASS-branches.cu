// Branches of the preprocessor.
#include "sgemm.h"
#include <climits>
#include <cstdio>

#ifdef __CUDA_ARCH__
#define WHERE 1
#else
#define WHERE 2
#endif
#if defined(__CUDACC__) && INT_MAX > 65536 && WHERE
#define EDGE 16
#elif __cplusplus < 201703L
#error "a newer compiler is needed"
#endif
#if 0
this isn't read
#endif

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
    dim3 block(EDGE, EDGE), grid((N + EDGE - 1) / EDGE, (M + EDGE - 1) / EDGE);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
