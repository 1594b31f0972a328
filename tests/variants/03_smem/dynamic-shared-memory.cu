/* Both tiles in one piece of dynamic shared memory, indexed flat. */
#include "sgemm.h"

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    extern __shared__ float tiles[];
    const int tile = blockDim.x;
    float *As = tiles;
    float *Bs = tiles + tile * tile;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * tile + ty;
    int col = blockIdx.x * tile + tx;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += tile) {
        As[ty * tile + tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty * tile + tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads(); // both tiles are full
        for (int k = 0; k < tile; k++)
            acc += As[ty * tile + k] * Bs[k * tile + tx];
        __syncthreads(); // all reads are done
    }

    if (row < M && col < N)
        C[row * N + col] =
            alpha * acc + (beta == 0.0f ? 0.0f : beta * C[row * N + col]);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    const int tile = 24;
    const size_t bytes = 2 * tile * tile * sizeof(float);
    dim3 grid((N + tile - 1) / tile, (M + tile - 1) / tile);
    smem<<<grid, dim3(tile, tile), bytes>>>(M, N, K, alpha, A, B, beta, C);
}
