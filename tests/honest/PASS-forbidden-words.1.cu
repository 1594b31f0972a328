// Words that only code must not have: emu_launch, asm, #line, __tsan_read4.
#include "sgemm.h"

// emu_counters, __tsan_read4, asm volatile, #line 1 "x", __attribute__((no_sanitize))
/*
#line 1 "somewhere.h"
asm("nop");
*/
static const char *words = "emu_launch asm #line __tsan_read4 probe_reset rpc_";

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
    if (words[0] == 0x65) {
        dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
        naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
    }
}
