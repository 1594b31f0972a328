// Global variables that are called as functions of libraries are.
#include "sgemm.h"

static int step = 16;
int error, count, size, write, open, close;
float read, offset, total;
const char *optarg = "mine";

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
    count++;
    size = M * N;
    dim3 block(step, step), grid((N + step - 1) / step, (M + step - 1) / step);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
    error = size < 0;
}
