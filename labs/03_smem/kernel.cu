/*
 * Lab 03, smem: a block copies a tile of A and a tile of B into shared memory, and
 * its 1024 threads then read each copied element 32 times from there.
 *
 *                        +----+
 *                        | Bs |  k0 moves down B
 *                        +----+
 *              +----+    +----+
 *              | As |    | C  |  the block's 32 x 32 elements
 *              +----+    +----+
 *      k0 moves right along A
 */
#include "sgemm.h"

enum { TILE = 32 }; /* a tile is 32 x 32; so is a block, with 1024 threads */

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    // STEP 1: declare the two tiles, As and Bs, in shared memory.
    // TODO: 2 lines
    // END 1

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc = 0.0f;

#pragma unroll 2 // two tiles per iteration: half the loop's own instructions
    for (int k0 = 0; k0 < K; k0 += TILE) {
        // STEP 2: load a and b, or 0 outside; barrier; store them in the tiles.
        // TODO: 5 lines
        // END 2

        // STEP 3: barrier; add the products of the two tiles to acc.
        // TODO: 3 lines
        // END 3
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
