// Bits of a float, by a union and by an intrinsic.
#include "sgemm.h"
#include <cstring>

union bits {
    float f;
    unsigned u;
};

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    bits b;

    b.f = beta;
    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        bool none = (b.u << 1) == 0 && (__float_as_uint(beta) & 0x7fffffff) == 0;
        C[row * N + col] = alpha * acc + (none ? 0 : beta * C[row * N + col]);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
