/*
 * Lab 02, coalesce: one thread computes one element of C, as in lab 01. Now x selects
 * the column and y the row, of threads and of blocks.
 *
 * The 32 lanes of a warp compute 32 neighbours in one row of C. They read one element
 * of A together and 32 neighbours of B, and write 32 neighbours of C.
 *
 *                  A (M x K)      B (K x N)      C (M x N)
 *                  . . . . .      . | | | |      . . . . .
 *      32 lanes    = = = = =      . | | | |      . o o o o
 *                  . . . . .      . | | | |      . . . . .
 *                    1 row       32 columns     32 elements
 */
#include "sgemm.h"

enum { ROWS = 8, COLS = 32 }; /* of a block: 256 threads, a warp per row */

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
    dim3 block(COLS, ROWS);
    dim3 grid((N + COLS - 1) / COLS, (M + ROWS - 1) / ROWS);
    coalesce<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
