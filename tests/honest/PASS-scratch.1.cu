// Scratch memory of the device, in the order of a stream.
#include "sgemm.h"

__global__ void product(int M, int N, int K, const float *A, const float *B, float *P)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        P[row * N + col] = acc;
    }
}
__global__ void combine(int n, float alpha, const float *P, float beta, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        C[i] = alpha * P[i] + (beta != 0 ? beta * C[i] : 0);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    float *P;
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    cudaMallocAsync(&P, sizeof(float) * M * N, 0);
    product<<<grid, block>>>(M, N, K, A, B, P);
    combine<<<(M * N + 255) / 256, 256>>>(M * N, alpha, P, beta, C);
    cudaFreeAsync(P, 0);
}
