/*
 * Lab 06, vector: as lab 05, with accesses of four floats (float4), in global and in
 * shared memory.
 *
 * As is stored transposed, so that the TM elements of a thread are neighbours. The
 * columns of a thread are split into groups of four, one group every 4 * BN / TN
 * columns, so that neighbouring lanes read neighbouring groups, from different banks:
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
    TM = 8,                        /* rows of C that a thread computes */
    TN = 8,                        /* columns of C that it computes */
    THREADS = BM / TM * (BN / TN), /* in a block: 256 */
    PAD = 4,                       /* unused floats after each row of As */
};

/* Other sizes work too, if every thread copies the same number of elements. */
static_assert(BM % TM == 0 && BN % TN == 0 && THREADS <= 1024,
              "a block is made of whole thread tiles, 1024 at most");
static_assert(BM * BK % (4 * THREADS) == 0 && BK * BN % (4 * THREADS) == 0,
              "every thread copies the same number of float4");
static_assert(BK % 4 == 0 && TM % 4 == 0 && TN % 4 == 0 && PAD % 4 == 0,
              "one access is four floats");

/* True if every row of X (cols floats per row) is 16-byte aligned, so that no float4
   that begins at a multiple of four columns crosses the end of a row. */
__device__ bool rows_aligned(const float *X, int cols)
{
    bool aligned = false;
    // STEP 1: where does X begin, and where does each next row begin?
    // TODO: 1 line
    // END 1
    return aligned;
}

/* Write v to the four elements of X (rows x cols) from (row, col) on, except those that
   do not exist. col is a multiple of four. */
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

/* The four elements of X (rows x cols) from (row, col) on, with 0 for those that do not
   exist. col is a multiple of four. */
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

__global__ void __launch_bounds__(THREADS, 2)
    vector(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    __shared__ __align__(16) float Bs[BK][BN];
    // STEP 2: declare As likewise: As[k][row], with PAD floats after each row.
    // TODO: 1 line
    // END 2

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN; // the block's first element
    int row = row0 + ty * TM, col = col0 + tx * 4;      // the thread's first element
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int thread = ty * (BN / TN) + tx;
        for (int i = 0; i < BM * BK; i += 4 * THREADS) {
            int r = (4 * thread + i) / BK, k = (4 * thread + i) % BK;
            // STEP 3: load4() four elements of A, and store them in As transposed.
            // TODO: about 5 lines
            // END 3
        }
        for (int i = 0; i < BK * BN; i += 4 * THREADS) {
            int k = (4 * thread + i) / BN, c = (4 * thread + i) % BN;
            float4 v = load4(B, K, N, k0 + k, col0 + c);
            *(float4 *)&Bs[k][c] = v;
        }
        __syncthreads(); // both tiles are full
#pragma unroll // nvcc sees all the loads of a tile, and combines those of neighbours
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            // STEP 4: fill a and b with float4 loads; see the picture above for b.
            // TODO: about 4 lines
            // END 4
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // all reads are done; the tiles may be overwritten
    }

#pragma unroll // every index of acc is a constant, so it stays in registers
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
