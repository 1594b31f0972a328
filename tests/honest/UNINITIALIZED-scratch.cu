// Scratch memory that is added to, and never set.
#include "sgemm.h"

__global__ void product(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *P, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        int at = row * N + col;
        for (int k = 0; k < K; k++)
            P[at] += A[row * K + k] * B[k * N + col];
        C[at] = alpha * P[at] + (beta != 0 ? beta * C[at] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    float *P;
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    cudaMalloc(&P, sizeof(float) * M * N);
    product<<<grid, block>>>(M, N, K, alpha, A, B, beta, P, C);
    cudaFree(P);
}
