/*
 * A small kernel of another text: 32 x 64 tiles, two elements of C per thread, groups
 * of tiles, and parts of K in memory of the call.
 */
#include "sgemm.h"

enum {
    TILE = 32,  /* rows, and k */
    WIDE = 64,  /* columns */
    GROUP = 16, /* rows of tiles in a group */
    PARTS = 32, /* of K, at most */
    FEW = 512,  /* tiles that are too few for a GPU */
};

__global__ void tiled(int M, int N, int K, int length, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    __shared__ float As[TILE][TILE], Bs[TILE][WIDE];
    // Tile number blockIdx.x: down the columns of a group.
    int rows = (M + TILE - 1) / TILE, cols = (N + WIDE - 1) / WIDE;
    int above = blockIdx.x / (GROUP * cols) * GROUP, height = min(GROUP, rows - above);
    int row = (above + (blockIdx.x - above * cols) % height) * TILE + threadIdx.y;
    int col = (blockIdx.x - above * cols) / height * WIDE + threadIdx.x;
    int first = blockIdx.y * length, end = min(K, first + length);
    float sum[2] = {0.0f, 0.0f};

    for (int k0 = first; k0 < end; k0 += TILE) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        As[threadIdx.y][threadIdx.x] =
            row < M && ka < end ? A[(size_t)row * K + ka] : 0.0f;
        for (int j = 0; j < WIDE; j += TILE)
            Bs[threadIdx.y][threadIdx.x + j] =
                kb < end && col + j < N ? B[(size_t)kb * N + col + j] : 0.0f;
        __syncthreads(); // both tiles are full
        for (int k = 0; k < TILE && row < M; k++) {
            float a = As[threadIdx.y][k];
            sum[0] += a * Bs[k][threadIdx.x];
            sum[1] += a * Bs[k][threadIdx.x + TILE];
        }
        __syncthreads(); // both tiles may be overwritten
    }
    for (int j = 0; j < 2; j++) {
        if (row >= M || col + j * TILE >= N)
            return;
        float *c = &C[(size_t)blockIdx.y * M * N + (size_t)row * N + col + j * TILE];
        *c = alpha * sum[j] + (beta != 0.0f ? beta * *c : 0.0f);
    }
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
    int tiles = (M + TILE - 1) / TILE * ((N + WIDE - 1) / WIDE);
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
