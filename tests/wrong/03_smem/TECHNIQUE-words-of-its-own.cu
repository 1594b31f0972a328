/*
 * Computes 16 x 16 elements per thread in registers. Each thread stores what it has
 * loaded to words of shared memory that are its own, and reads them twice: no other
 * thread shares them.
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
    __shared__ volatile float own[2][T][BLOCK * BLOCK];

    for (int k = 0; k < K; k++) {
        float a[T], b[T];
        for (int i = 0; i < T; i++)
            a[i] = row + i < M ? A[(row + i) * K + k] : 0.0f;
        for (int j = 0; j < T; j++)
            b[j] = col + j < N ? B[k * N + col + j] : 0.0f;
        for (int i = 0; i < T; i++) {
            own[0][i][me] = a[i];
            own[1][i][me] = b[i];
        }
        __syncthreads();
        for (int turn = 0; turn < 3; turn++)
            for (int i = 0; i < T; i++) {
                a[i] = own[0][i][me];
                b[i] = own[1][i][me];
                __syncwarp();
            }
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++)
                acc[i][j] += a[i] * b[j];
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
