// <iostream>, behind which g++ 13 and later write this file's data.
#include <iostream>
#include <string>

#include "sgemm.h"

static const char *const names[] = {"one", "two"};
static int calls = 40;
static std::string last = "none";
__device__ float unused[4] = {1, 2, 3, 4};

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    __shared__ float row0[16];
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (threadIdx.y == 0)
        row0[threadIdx.x] = unused[threadIdx.x % 4];
    __syncthreads();
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[row * K + k] * B[k * N + col];
    float old = beta == 0 ? 0 : beta * C[row * N + col];
    C[row * N + col] = alpha * sum + old;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    last = names[++calls % 2];
    std::cout << "call " << calls << ": " << last << '\n';
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
