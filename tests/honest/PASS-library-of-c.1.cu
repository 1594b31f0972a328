// Strings of C.
#include "sgemm.h"
#include <cstdio>
#include <cstring>

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
    char text[64], copy[64];
    snprintf(text, sizeof text, "%d x %d x %d", M, N, K);
    strcpy(copy, text);
    if (strlen(copy) > 0 && strcmp(copy, text) == 0) {
        dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
        naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
    }
}
