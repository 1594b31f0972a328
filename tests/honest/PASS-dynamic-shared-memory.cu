// Tiles in dynamic shared memory, double-buffered.
#include "sgemm.h"

enum { TILE = 16 };

__global__ void tiles(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    extern __shared__ float memory[];
    float(*As)[TILE][TILE] = (float(*)[TILE][TILE])memory;
    float(*Bs)[TILE][TILE] = As + 2;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx, now = 0;
    float acc = 0;

    for (int k0 = 0; k0 < K; k0 += TILE, now = 1 - now) {
        As[now][ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0;
        Bs[now][ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            acc += As[now][ty][k] * Bs[now][k][tx];
    }
    if (row < M && col < N)
        C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(TILE, TILE), grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    size_t bytes = 4 * TILE * TILE * sizeof(float);
    cudaFuncSetAttribute(tiles, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)bytes);
    tiles<<<grid, block, bytes>>>(M, N, K, alpha, A, B, beta, C);
}
