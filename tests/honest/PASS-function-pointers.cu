// A table of functions.
#include "sgemm.h"

static int of_eight(int n)
{
    return (n + 7) / 8;
}
static int of_sixteen(int n)
{
    return (n + 15) / 16;
}
static int (*const blocks[])(int) = {of_eight, of_sixteen};

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
    int large = M * N > 1000, n = large ? 16 : 8;
    dim3 block(n, n), grid(blocks[large](N), blocks[large](M));
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
