/*
 * A small kernel of another text: 32 x 32 tiles, a thread per element of C, square
 * groups of tiles, and parts of K in memory of the call.
 */
#include "sgemm.h"

enum {
    TILE = 32,
    GROUP = 16, /* rows of tiles in a group */
    PARTS = 32, /* of K, at most */
    FEW = 512,  /* tiles that are too few for a GPU */
};

__global__ void tiled(int M, int N, int K, int length, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    // Tile number blockIdx.x: down the columns of a group.
    int rows = (M + TILE - 1) / TILE, cols = (N + TILE - 1) / TILE;
    int above = blockIdx.x / (GROUP * cols) * GROUP, height = min(GROUP, rows - above);
    int row = (above + (blockIdx.x - above * cols) % height) * TILE + threadIdx.y;
    int col = (blockIdx.x - above * cols) / height * TILE + threadIdx.x;
    int first = blockIdx.y * length, end = min(K, first + length);
    float sum = 0.0f;

    for (int k0 = first; k0 < end; k0 += TILE) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        As[threadIdx.y][threadIdx.x] =
            row < M && ka < end ? A[(size_t)row * K + ka] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] =
            kb < end && col < N ? B[(size_t)kb * N + col] : 0.0f;
        __syncthreads(); // both tiles are full
        for (int k = 0; k < TILE && row < M; k++)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads(); // both tiles may be overwritten
    }
    if (row >= M || col >= N)
        return;
    float *c = &C[(size_t)blockIdx.y * M * N + (size_t)row * N + col];
    *c = alpha * sum + (beta != 0.0f ? beta * *c : 0.0f);
}

__global__ void add(int size, int n, float alpha, const float *parts, float beta,
                    float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size)
        return;
    float sum = 0.0f;
    for (int p = 0; p < n; p++)
        sum += parts[(size_t)p * size + i];
    C[i] = alpha * sum + (beta != 0.0f ? beta * C[i] : 0.0f);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    int tiles = (M + TILE - 1) / TILE * ((N + TILE - 1) / TILE);
    int n = tiles < FEW ? min(PARTS, (K + 63) / 64) : 1;
    int length = (K + n - 1) / n;
    dim3 block(TILE, TILE);

    if (n == 1) {
        tiled<<<tiles, block>>>(M, N, K, K, alpha, A, B, beta, C);
        return;
    }
    float *parts;
    cudaMallocAsync((void **)&parts, sizeof(float) * n * M * N, 0);
    tiled<<<dim3(tiles, n), block>>>(M, N, K, length, 1.0f, A, B, 0.0f, parts);
    add<<<(M * N + 255) / 256, 256>>>(M * N, n, alpha, parts, beta, C);
    cudaFreeAsync(parts, 0);
}
