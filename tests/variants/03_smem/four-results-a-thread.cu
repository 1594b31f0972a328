/* Four rows of C a thread, from tiles of 32 x 32. */
#include "sgemm.h"

enum { TILE = 32, TM = 4 };

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    int tx = threadIdx.x, ty = threadIdx.y * TM;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc[TM] = {};

    for (int k0 = 0; k0 < K; k0 += TILE) {
        for (int i = 0; i < TM; i++) {
            bool in_a = row + i < M && k0 + tx < K;
            bool in_b = k0 + ty + i < K && col < N;
            As[ty + i][tx] = in_a ? A[(row + i) * K + k0 + tx] : 0.0f;
            Bs[ty + i][tx] = in_b ? B[(k0 + ty + i) * N + col] : 0.0f;
        }
        __syncthreads(); // both tiles are full
        for (int k = 0; k < TILE; k++) {
            float b = Bs[k][tx];
            for (int i = 0; i < TM; i++)
                acc[i] += As[ty + i][k] * b;
        }
        __syncthreads(); // all reads are done
    }

    for (int i = 0; i < TM && row + i < M && col < N; i++) {
        float *c = &C[(row + i) * N + col];
        *c = alpha * acc[i] + (beta == 0.0f ? 0.0f : beta * *c);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    smem<<<grid, dim3(TILE, TILE / TM)>>>(M, N, K, alpha, A, B, beta, C);
}
