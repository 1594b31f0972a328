// A macro that sgemm.h expands: the text that it brings lies on the header's line.
// clang-format off
#define alpha alpha, const float *, const float *, float, float *);            \
    void __tsan_read4(void *);                                                 \
    inline void fake(void *p) { __tsan_read4(p); }                             \
    void unused(int, int, int, float alpha
#include "sgemm.h"
#undef alpha

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] =
            beta != 0 ? alpha * sum + beta * C[row * N + col] : alpha * sum;
    }
}

static void multiply(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    dim3 grid((N + 15) / 16, (M + 15) / 16), block(16, 16);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}

#define SGEMM                                                                          \
    void sgemm(int M, int N, int K, float alpha, const float *A, const float *B,       \
               float beta, float *C)
#define MULTIPLY multiply(M, N, K, alpha, A, B, beta, C)
SGEMM
{
    MULTIPLY;
    fake(&M);
}
