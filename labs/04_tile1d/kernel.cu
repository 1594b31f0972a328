/*
 * Lab 04, tile1d: a thread computes TM elements of C, one below the other. An element
 * of Bs, once read from shared memory, serves all of them.
 *
 *                                       +-----------+
 *                                       | . . b . . |  Bs: 8 x 64
 *                                       +-----------+
 *      As: 64 x 8     +-----+           +-----------+
 *                     | a . |           | . . o . . |  \
 *                     | a . |           | . . o . . |   TM results of one thread
 *                     | a . |           | . . o . . |  /
 *                     +-----+           +-----------+  C: 64 x 64 a block
 */
#include "sgemm.h"

enum {
    BM = 64,                /* rows of C that a block computes */
    BN = 64,                /* columns of C that it computes */
    BK = 8,                 /* columns of As, rows of Bs */
    TM = 8,                 /* rows of C that a thread computes, in one column */
    THREADS = BM / TM * BN, /* in a block: 512 */
};

/* Other sizes work too, if a tile has one element per thread. */
static_assert(BM % TM == 0 && THREADS <= 1024, "a block has at most 1024 threads");
static_assert(BM * BK == THREADS && BK * BN == THREADS,
              "each thread copies one element of As and one of Bs");

__global__ void tile1d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    // STEP 1: declare the two tiles, As and Bs, in shared memory.
    // TODO: 2 lines
    // END 1

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN; // the block's first element
    int row = row0 + ty * TM, col = col0 + tx;          // the thread's first element
    float acc[TM] = {};

#pragma unroll 2 // two tiles per iteration: half the loop's own instructions
    for (int k0 = 0; k0 < K; k0 += BK) {
        // STEP 2: copy one element of each tile; store 0 outside the matrix.
        // TODO: about 3 lines
        // END 2

        // STEP 3: wait; for each k, read b once and add to all of acc; wait again.
        // TODO: about 7 lines
        // END 3
    }

    for (int i = 0; i < TM; i++)
        if (row + i < M && col < N) {
            float old = beta == 0.0f ? 0.0f : beta * C[(row + i) * N + col];
            C[(row + i) * N + col] = alpha * acc[i] + old;
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile1d<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
