// Words that only code must not have, in a raw string.
// clang-format off
#include "sgemm.h"

static const char help[] = R"help(
#line 1 "kernel.cu"
    asm("nop"); emu_launch(); "quotes" and a ) and a )" too
# 12 "kernel.h" 3
)help";

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
    if (sizeof help < 10)
        return;
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
