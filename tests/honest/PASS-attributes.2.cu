// Attributes of g++, and alignment.
#include "sgemm.h"

struct __attribute__((aligned(16))) pair {
    float a, b;
};
struct alignas(8) sizes {
    int M, N;
};
__attribute__((noinline)) static int blocks(int n)
{
    return (n + 15) / 16;
}

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
    sizes s = {M, N};
    pair p = {alpha, beta};
    dim3 block(16, 16), grid(blocks(s.N), blocks(s.M));
    naive<<<grid, block>>>(M, N, K, p.a, A, B, p.b, C);
}
