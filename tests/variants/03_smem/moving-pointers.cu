/* One-dimensional blocks, and pointers that move along A and down B tile by tile. */
#include "sgemm.h"

#define TILE 32

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    __shared__ float As[TILE * TILE];
    __shared__ float Bs[TILE * TILE];

    const int tx = threadIdx.x % TILE;
    const int ty = threadIdx.x / TILE;
    const int rows = M - blockIdx.y * TILE; // left in this block's part of C
    const int cols = N - blockIdx.x * TILE;

    A += blockIdx.y * TILE * K;
    B += blockIdx.x * TILE;
    C += blockIdx.y * TILE * N + blockIdx.x * TILE;

    float acc = 0.0f;
    for (int left = K; left > 0; left -= TILE) {
        float a = 0.0f, b = 0.0f;
        if (ty < rows && tx < left)
            a = A[ty * K + tx];
        if (ty < left && tx < cols)
            b = B[ty * N + tx];
        As[ty * TILE + tx] = a;
        Bs[ty * TILE + tx] = b;
        __syncthreads(); // both tiles are full

        A += TILE;
        B += TILE * N;
        for (int k = 0; k < TILE; ++k)
            acc += As[ty * TILE + k] * Bs[k * TILE + tx];
        __syncthreads(); // all reads are done
    }

    if (ty >= rows || tx >= cols)
        return;
    float *c = &C[ty * N + tx];
    *c = beta == 0.0f ? alpha * acc : alpha * acc + beta * *c;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    smem<<<grid, TILE * TILE>>>(M, N, K, alpha, A, B, beta, C);
}
