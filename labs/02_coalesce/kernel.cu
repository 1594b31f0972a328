/*
 * Lab 02, coalesce: one thread computes one element of C, as in lab 01, but now
 * threadIdx.x selects the column.
 *
 * The 32 lanes of a warp stand side by side in one row of C. They read one element of
 * A together and 32 neighbours of B, and write 32 neighbours of C.
 *
 *                  A (M x K)      B (K x N)      C (M x N)
 *                  . . . . .      . | | | |      . . . . .
 *      32 lanes    = = = = =      . | | | |      . o o o o
 *                  . . . . .      . | | | |      . . . . .
 *                    1 row       32 columns     32 elements
 */
#include "sgemm.h"

enum { BLOCK = 32 }; /* edge of a block in threads: 1024 of them, the most allowed */

__global__ void coalesce(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    // STEP 1: which element of C is this thread's? x selects the column, y the row.
    // TODO: 2 lines
    // END 1

    // STEP 2: if C has that element, sum its K products and write it, as in lab 01.
    // TODO: about 7 lines
    // END 2
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((N + BLOCK - 1) / BLOCK, (M + BLOCK - 1) / BLOCK);
    coalesce<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
