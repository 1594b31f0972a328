// Words that only code must not have, as names of members.
#include "sgemm.h"

struct options {
    int emulate, assembly, line, temu_, _local;
};

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
    options o = {1, 2, 3, 4, 16};
    int n = o._local;
    dim3 block(n, n), grid((N + n - 1) / n, (M + n - 1) / n);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
