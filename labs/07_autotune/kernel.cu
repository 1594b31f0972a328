/*
 * Lab 07, autotune: the kernel of lab 06 for any tile. make compiles this file once for
 * each row of tiles.tsv that tile_valid() accepts, with -DBM=... -DBN=... and so on;
 * the tuner tries them all, and keeps the fastest for each M, N and K.
 *
 *      tiles.tsv --> tile_valid()? --> compiles? --> runs, right? --> how fast?
 *                         | no             | no             | no
 *                      refused          left out         left out
 */
#include "sgemm.h"
#include "tile.h"

#ifndef BM /* no tile is asked for: a default that is right, and not the best */
#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4
#endif

enum {
    THREADS = BM / TM * (BN / TN), /* in a block */
    PAD = 4,                       /* unused floats after each row of As */
};

int tile_valid(const struct tile *t)
{
    int valid = 0;
    // STEP 1: set valid to 1 if a block can run with tile t, and its result is right.
    // TODO: about 10 lines
    // END 1
    return valid;
}

/* Whether every row of X, `cols` floats long, begins at a multiple of 16 bytes: a four
   that begins at a multiple of four then lies inside the row or outside, never across
   its end. */
__device__ bool rows_aligned(const float *X, int cols)
{
    return (size_t)X % sizeof(float4) == 0 && cols % 4 == 0;
}

/* Write v to the four elements of X (rows x cols) from (row, col) on, as far as they
   exist. col is a multiple of four. */
__device__ void store4(float *X, int rows, int cols, int row, int col, float4 v)
{
    if (row >= rows || col >= cols)
        return;
    float *x = &X[row * cols + col];
    if (rows_aligned(X, cols)) {
        *(float4 *)x = v;
    } else {
        x[0] = v.x;
        if (col + 1 < cols)
            x[1] = v.y;
        if (col + 2 < cols)
            x[2] = v.z;
        if (col + 3 < cols)
            x[3] = v.w;
    }
}

/* The four elements of X from (row, col) on, with 0 for those that do not exist. col is
   a multiple of four. */
__device__ float4 load4(const float *X, int rows, int cols, int row, int col)
{
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row >= rows || col >= cols)
        return v;
    const float *x = &X[row * cols + col];
    if (rows_aligned(X, cols)) {
        v = *(const float4 *)x;
    } else {
        v.x = x[0];
        if (col + 1 < cols)
            v.y = x[1];
        if (col + 2 < cols)
            v.z = x[2];
        if (col + 3 < cols)
            v.w = x[3];
    }
    return v;
}

__global__ void autotune(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    __shared__ __align__(16) float As[BK][BM + PAD];
    __shared__ __align__(16) float Bs[BK][BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN; // the block's first element
    int row = row0 + ty * TM, col = col0 + tx * 4;      // and the thread's
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        // STEP 2: copy both tiles with load4() as in lab 06, whatever their sizes.
        // TODO: about 14 lines
        // END 2

        // STEP 3: wait; for each k, fill a and b by fours, then acc += a times b; wait.
        // TODO: about 12 lines
        // END 3
    }

#pragma unroll // so that acc is never indexed by a variable, and stays in registers
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int c = col + j * (BN / TN);
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (beta != 0.0f)
                v = load4(C, M, N, row + i, c);
            v.x = alpha * acc[i][j] + beta * v.x;
            v.y = alpha * acc[i][j + 1] + beta * v.y;
            v.z = alpha * acc[i][j + 2] + beta * v.z;
            v.w = alpha * acc[i][j + 3] + beta * v.w;
            store4(C, M, N, row + i, c, v);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    // STEP 4: launch a thread for each TM x TN elements of C, a block for each BM x BN.
    // TODO: 3 lines
    // END 4
}
