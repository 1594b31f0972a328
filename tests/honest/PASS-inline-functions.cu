// Functions of the device, with defaults.
#include "sgemm.h"

__device__ __forceinline__ float at(const float *p, int row, int col, int cols)
{
    return p[row * cols + col];
}
__host__ __device__ inline int blocks(int n, int edge = 16)
{
    return (n + edge - 1) / edge;
}
__device__ __noinline__ void store(float *c, float value)
{
    *c = value;
}

__global__ void naive(int M, int N, int K, float alpha, const float *__restrict__ A,
                      const float *__restrict__ B, float beta, float *__restrict__ C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += at(A, row, k, K) * at(B, k, col, N);
        float old = beta != 0 ? beta * at(C, row, col, N) : 0;
        store(&C[row * N + col], alpha * acc + old);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    naive<<<dim3(blocks(N), blocks(M)), dim3(16, 16)>>>(M, N, K, alpha, A, B, beta, C);
}
