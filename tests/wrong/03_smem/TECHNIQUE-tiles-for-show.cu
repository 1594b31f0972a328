/*
 * Computes 16 x 16 elements per thread in registers, straight from global memory. All
 * that it loads it stores to shared memory, too, where others read it for nothing.
 */
#include "sgemm.h"

enum { BLOCK = 8, T = 16 };

__global__ void registers(int M, int N, int K, float alpha, const float *A,
                          const float *B, float beta, float *C)
{
    int row = (blockIdx.y * BLOCK + threadIdx.y) * T;
    int col = (blockIdx.x * BLOCK + threadIdx.x) * T;
    int me = threadIdx.y * BLOCK + threadIdx.x;
    float acc[T][T] = {};
    __shared__ float shown[2][T][BLOCK * BLOCK];

    for (int k = 0; k < K; k++) {
        float a[T], b[T];
        for (int i = 0; i < T; i++)
            a[i] = row + i < M ? A[(row + i) * K + k] : 0.0f;
        for (int j = 0; j < T; j++)
            b[j] = col + j < N ? B[k * N + col + j] : 0.0f;
        for (int i = 0; i < T; i++) {
            shown[0][i][me] = a[i];
            shown[1][i][me] = b[i];
        }
        __syncthreads();
        float sum = 0;
        for (int other = 1; other < 5; other++)
            for (int i = 0; i < T; i++)
                sum += shown[0][i][me ^ other] + shown[1][i][me ^ other];
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++)
                acc[i][j] += a[i] * b[j];
        if (sum == 1e30f)
            acc[0][0] = sum;
        __syncthreads();
    }

    for (int i = 0; i < T && row + i < M; i++)
        for (int j = 0; j < T && col + j < N; j++) {
            float *c = &C[(row + i) * N + col + j];
            *c = alpha * acc[i][j] + (beta == 0.0f ? 0.0f : beta * *c);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((N + BLOCK * T - 1) / (BLOCK * T), (M + BLOCK * T - 1) / (BLOCK * T));
    registers<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
