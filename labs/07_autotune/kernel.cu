/*
 * Lab 07, autotune: the kernel of lab 06 for any tile, with prefetching. make compiles
 * this file once for each row of tiles.tsv that tile_valid() accepts, with -DBM=...
 * -DBN=... and so on. The tuner tries them all, and keeps the fastest for each M, N
 * and K.
 *
 *      tiles.tsv --> tile_valid()? --> compiles? --> correct? --> how fast?
 *                         | no             | no          | no
 *                      refused          left out      left out
 */
#include "sgemm.h"
#include "tile.h"

#ifndef BM /* the default tile: correct, and not the fastest */
#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4
#endif

enum {
    THREADS = BM / TM * (BN / TN),   /* in a block */
    LOADS_A = BM * BK / 4 / THREADS, /* float4 of a tile of A that a thread copies */
    LOADS_B = BK * BN / 4 / THREADS, /* float4 of a tile of B that it copies */
    PAD = 4,                         /* unused floats after each row of As */
    LANES_M = BM / TM < 4 ? 2 : 4,   /* lanes of a warp along M: rows */
    LANES_N = 32 / LANES_M,          /* lanes of a warp along N: columns */
    REGISTERS = TM * TN <= 64 ? 128 : 255, /* enough for one thread */
    /* blocks per SM, which has 65536 registers */
    BLOCKS = THREADS * REGISTERS <= 32768 ? 65536 / (THREADS * REGISTERS) : 1,
};

int tile_valid(const struct tile *t)
{
    int valid = 0;
    // STEP 1: set valid to 1 if a block can run with tile t, and its result is correct.
    // TODO: about 13 lines
    // END 1
    return valid;
}

/* The four elements of X (rows x cols) from (row, col) on, with 0 for those that do not
   exist. col is a multiple of four. ALIGNED: every row of X is 16-byte aligned, so that
   no float4 crosses the end of a row. */
template <bool ALIGNED>
__device__ float4 load4(const float *X, int rows, int cols, int row, int col)
{
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row >= rows || col >= cols)
        return v;
    const float *x = &X[row * cols + col];
    if (ALIGNED) {
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

/* Write v to the same four elements, except those that do not exist. */
template <bool ALIGNED>
__device__ void store4(float *X, int rows, int cols, int row, int col, float4 v)
{
    if (row >= rows || col >= cols)
        return;
    float *x = &X[row * cols + col];
    if (ALIGNED) {
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

/* Load this thread's COUNT float4 of the tile of X that begins at (row0, col0) and is
   WIDTH columns wide. v is a reference to an array: fetch() fills the caller's array.
 */
template <bool ALIGNED, int WIDTH, int COUNT>
__device__ void fetch(float4 (&v)[COUNT], const float *X, int rows, int cols, int row0,
                      int col0)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        // STEP 2: load float4 number i; neighbouring threads load neighbours.
        // TODO: 2 lines
        // END 2
    }
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    autotune(int M, int N, int K, float alpha, const float *A, const float *B,
             float beta, float *C)
{
    __shared__ __align__(16) float As[BK][BM + PAD];
    __shared__ __align__(16) float Bs[BK][BN];

    // The lanes of a warp form squares of 2 x 2:     0 1 4 5 ...
    // neighbours read the same float4.               2 3 6 7 ...
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int lane_x = lane % 2 + lane / 4 % (LANES_N / 2) * 2;
    int lane_y = lane / 2 % 2 + lane / 4 / (LANES_N / 2) * 2;
    int warps_n = BN / (LANES_N * TN);                         // warps side by side
    int tile_row = warp / warps_n * LANES_M * TM + lane_y * 4; // the thread's first
    int tile_col = warp % warps_n * LANES_N * TN + lane_x * 4; // row and column
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;        // the block's first
    float acc[TM][TN] = {};
    float4 next_a[LOADS_A], next_b[LOADS_B]; // of the next tiles, in flight

    fetch<ALIGNED, BK>(next_a, A, M, K, row0, 0);
    fetch<ALIGNED, BN>(next_b, B, K, N, 0, col0);
    for (int k0 = 0; k0 < K; k0 += BK) {
        // STEP 3: store next_a in As, transposed. The loop below does the same for Bs.
        // TODO: about 8 lines
        // END 3
#pragma unroll
        for (int i = 0; i < LOADS_B; i++) {
            int at = 4 * (threadIdx.x + i * THREADS), k = at / BN, c = at % BN;
            *(float4 *)&Bs[k][c] = next_b[i];
        }
        __syncthreads(); // both tiles are full

        // Beyond K, load4() returns 0.
        fetch<ALIGNED, BK>(next_a, A, M, K, row0, k0 + BK);
        fetch<ALIGNED, BN>(next_b, B, K, N, k0 + BK, col0);

#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            // STEP 4: fill a and b with float4 loads, from tile_row and tile_col on.
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
            int r = row0 + tile_row + i / 4 * 4 * LANES_M + i % 4;
            int c = col0 + tile_col + j * LANES_N;
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (beta != 0.0f)
                v = load4<ALIGNED>(C, M, N, r, c);
            v.x = alpha * acc[i][j] + beta * v.x;
            v.y = alpha * acc[i][j + 1] + beta * v.y;
            v.z = alpha * acc[i][j + 2] + beta * v.z;
            v.w = alpha * acc[i][j + 3] + beta * v.w;
            store4<ALIGNED>(C, M, N, r, c, v);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    // STEP 5: launch a thread for each TM x TN elements of C, a block for each BM x BN:
    // autotune<true> if every row of A, B and C begins at a multiple of 16 bytes.
    // TODO: about 7 lines
    // END 5
}
