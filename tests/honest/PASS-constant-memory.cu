// Scalars in __constant__ memory.
#include "sgemm.h"

struct scalars {
    float alpha, beta;
};
__constant__ scalars s;

__global__ void naive(int M, int N, int K, const float *A, const float *B, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] =
            s.alpha * acc + (s.beta != 0 ? s.beta * C[row * N + col] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    scalars host = {alpha, beta};
    cudaMemcpyToSymbol(s, &host, sizeof host);
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    naive<<<grid, block>>>(M, N, K, A, B, C);
}
