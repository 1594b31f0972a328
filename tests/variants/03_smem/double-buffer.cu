/*
 * Two pairs of tiles, filled in turn. While one pair is read, only the other is
 * filled, so that one barrier a tile is enough.
 */
#include "sgemm.h"

enum { TILE = 16 };

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    __shared__ float As[2][TILE][TILE];
    __shared__ float Bs[2][TILE][TILE];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc = 0.0f;
    int now = 0;

    for (int k0 = 0; k0 < K; k0 += TILE, now ^= 1) {
        As[now][ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        Bs[now][ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads(); // this pair is full, and all reads of the other are done
        for (int k = 0; k < TILE; k++)
            acc += As[now][ty][k] * Bs[now][k][tx];
    }

    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
        C[row * N + col] = alpha * acc + old;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    smem<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
