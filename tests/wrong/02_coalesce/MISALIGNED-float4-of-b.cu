/*
 * Four columns per thread, loaded as one float4: right where N is a multiple of 4, and
 * an address that no GPU can load from where it is not.
 */
#include "sgemm.h"

enum { BLOCK = 32 };

__global__ void coalesce(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    int row = blockIdx.y * BLOCK + threadIdx.y;
    int col = (blockIdx.x * BLOCK + threadIdx.x) * 4;
    if (row >= M || col >= N)
        return;

    float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int k = 0; k < K; k++) {
        float a = A[row * K + k];
        float b[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        if (col + 3 < N) {
            float4 four = *(const float4 *)&B[k * N + col]; // FAULT
            b[0] = four.x, b[1] = four.y, b[2] = four.z, b[3] = four.w;
        } else {
            for (int j = 0; col + j < N; j++)
                b[j] = B[k * N + col + j];
        }
        for (int j = 0; j < 4; j++)
            acc[j] += a * b[j];
    }
    for (int j = 0; j < 4 && col + j < N; j++) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * N + col + j];
        C[row * N + col + j] = alpha * acc[j] + old;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((N + 4 * BLOCK - 1) / (4 * BLOCK), (M + BLOCK - 1) / BLOCK);
    coalesce<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
