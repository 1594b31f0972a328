// Sums that several blocks add to, by atomic operations.
#include "sgemm.h"

__global__ void scale(int n, float beta, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        C[i] = beta != 0 ? beta * C[i] : 0;
}
__global__ void add(int M, int N, int K, float alpha, const float *A, const float *B,
                    float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int part = (K + gridDim.z - 1) / gridDim.z, k0 = blockIdx.z * part;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = k0; k < min(K, k0 + part); k++)
            acc += A[row * K + k] * B[k * N + col];
        atomicAdd(&C[row * N + col], alpha * acc);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    scale<<<(M * N + 127) / 128, 128>>>(M * N, beta, C);
    add<<<dim3((N + 15) / 16, (M + 15) / 16, 3), dim3(16, 16)>>>(M, N, K, alpha, A, B,
                                                                 C);
}
