/*
 * Lab 06, vector: as lab 05, but four floats an access, in global and in shared memory.
 *
 * As is stored by columns of A, so that the TM elements a thread needs are neighbours;
 * and a thread's columns come in fours, with the other threads' fours in between, so
 * that the lanes of a warp read neighbouring fours, which lie in different banks:
 *
 *      one row of Bs      | 0 | 1 | 2 | ... | 15 | 0 | 1 | 2 | ... | 15 |
 *      lab 05             | 0 : 0 | 1 : 1 | 2 : 2 |  ...      | 15 : 15 |
 *                           four floats each; the number is the tx that reads them
 */
#include "sgemm.h"

enum {
    BM = 128,                      /* rows of C that a block computes */
    BN = 128,                      /* columns of C that it computes */
    BK = 8,                        /* columns of A, rows of B, in a tile */
    TM = 8,                        /* rows of C that a thread computes... */
    TN = 8,                        /* ...in so many columns */
    THREADS = BM / TM * (BN / TN), /* in a block: 256 */
    PAD = 4,                       /* unused floats after each row of As */
};

/* Other tiles will do as well, as long as every thread has the same share of them. */
static_assert(BM % TM == 0 && BN % TN == 0 && THREADS <= 1024,
              "a block is made of whole thread tiles, 1024 at most");
static_assert(BM * BK % (4 * THREADS) == 0 && BK * BN % (4 * THREADS) == 0,
              "each thread copies as many fours of a tile as any other");
static_assert(BK % 4 == 0 && TM % 4 == 0 && TN % 4 == 0 && PAD % 4 == 0,
              "four floats are one access");

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
    // STEP 1: fill v: with one float4 where rows are aligned, float by float elsewhere.
    // TODO: about 14 lines
    // END 1
    return v;
}

__global__ void __launch_bounds__(THREADS, 2)
    vector(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    // STEP 2: declare the tiles, 16-byte aligned: As[k][row], padded, and Bs[k][col].
    // TODO: 2 lines
    // END 2

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN; // the block's first element
    int row = row0 + ty * TM, col = col0 + tx * 4;      // and the thread's
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        // STEP 3: copy both tiles with load4(), the tile of A turned round.
        // TODO: about 14 lines
        // END 3

        // STEP 4: as in lab 05, with a and b filled by fours: see the picture above.
        // TODO: about 13 lines
        // END 4
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
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    vector<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
