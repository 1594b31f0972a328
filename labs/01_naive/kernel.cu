/*
 * Lab 01, naive: one thread computes one element of C and reads A and B from global
 * memory.
 *
 * In this lab alone, x selects the row and y the column: 32 threads with consecutive x
 * compute 32 neighbours in one column of C. From lab 02 on, x selects the column.
 *
 *                  A (M x K)      B (K x N)      C (M x N)
 *      thread 0    = = = = =      . | . . .      . o . . .
 *      thread 1    = = = = =      . | . . .      . o . . .
 *      ...         = = = = =      . | . . .      . o . . .
 *                   32 rows        1 column      32 elements
 */
#include "sgemm.h"

enum { BLOCK = 32 }; /* a block is 32 x 32 = 1024 threads, the maximum */

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    // STEP 1: which element of C is this thread's? x selects the row, y the column.
    // TODO: 2 lines
    // END 1

    // STEP 2: if C has that element, sum its K products and write it.
    // TODO: about 7 lines
    // END 2
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BLOCK, BLOCK);
    dim3 grid((M + BLOCK - 1) / BLOCK, (N + BLOCK - 1) / BLOCK);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
