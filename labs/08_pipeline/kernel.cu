/*
 * Lab 08, pipeline: the kernel of lab 07 with a ring of STAGES tiles in shared memory.
 * Asynchronous copies fill the ring without registers, while the block multiplies an
 * earlier tile.
 *
 *     tile t      is multiplied                    for STAGES = 4
 *     tile t+1    has arrived, or soon will: its part of A is transposed meanwhile
 *     tile t+2    in flight
 *     tile t+3    in flight
 */
#include <cuda_pipeline.h>

#include "sgemm.h"
#include "tile.h"

#ifndef BM /* the default tile: correct, and not the fastest */
#define BM 64
#define BN 128
#define BK 16
#define TM 8
#define TN 8
#define STAGES 4
#endif

enum {
    THREADS = BM / TM * (BN / TN),    /* in a block */
    PIECES_A = BM * BK / 4 / THREADS, /* 16-byte pieces of A's tile that a thread copies */
    PIECES_B = BK * BN / 4 / THREADS, /* likewise of B's tile */
    PAD = 4,                          /* unused floats after each row of At */
    LANES_M = BM / TM < 4 ? 2 : 4,    /* lanes of a warp along M: rows */
    LANES_N = 32 / LANES_M,           /* lanes of a warp along N: columns */
    REGISTERS = TM * TN <= 64 ? 128 : 255, /* enough for one thread */
    /* blocks per SM, which has 65536 registers */
    BLOCKS = THREADS * REGISTERS <= 32768 ? 65536 / (THREADS * REGISTERS) : 1,
};

/* Dynamic shared memory, since a kernel may have more of it than 48 KiB. */
struct tiles {
    float A[STAGES][BM][BK];   /* the ring: rows of A as they are in global memory */
    float B[STAGES][BK][BN];   /* likewise of B */
    float At[2][BK][BM + PAD]; /* two tiles of A, transposed */
};

int tile_valid(const struct tile *t)
{
    int valid = 0;
    if (t->bm % t->tm == 0 && t->bn % t->tn == 0) {
        int threads = t->bm / t->tm * (t->bn / t->tn);
        int lanes_m = t->bm / t->tm < 4 ? 2 : 4, lanes_n = 32 / lanes_m;
        int registers = threads * (t->tm * t->tn + t->tm + t->tn + 40);
        int shared = 0;
        // STEP 1: set shared to the bytes of struct tiles.
        shared = (t->stages * (t->bm + t->bn) + 2 * (t->bm + PAD)) * t->bk *
                 (int)sizeof(float);
        // END 1
        valid = t->bm % (lanes_m * t->tm) == 0 && t->bn % (lanes_n * t->tn) == 0 &&
                threads <= 1024 && registers <= 65536 && shared <= 227 * 1024 &&
                t->tm % 4 == 0 && t->tn % 4 == 0 && t->bk % 4 == 0 &&
                t->bm * t->bk % (4 * threads) == 0 &&
                t->bk * t->bn % (4 * threads) == 0;
    }
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

/* Begin to copy n floats, from `from` on, to `to`, and store 0 in the rest of the four.
   ALIGNED: `from` is 16-byte aligned, and n is 4, or 0 or less. */
template <bool ALIGNED> __device__ void copy4(float *to, const float *from, int n)
{
    // STEP 2: one asynchronous copy of 16 bytes, or four of 4 bytes; 0 for what is missing.
    if (ALIGNED) {
        if (n >= 4)
            __pipeline_memcpy_async(to, from, 16);
        else
            *(float4 *)to = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    } else {
        for (int i = 0; i < 4; i++)
            if (i < n)
                __pipeline_memcpy_async(&to[i], &from[i], 4);
            else
                to[i] = 0.0f;
    }
    // END 2
}

/* Begin to copy this thread's COUNT pieces of the tile of X (rows x cols) that begins at
   (row0, col0) and is WIDTH columns wide. WHOLE: all of the tile is inside X. */
template <bool ALIGNED, bool WHOLE, int WIDTH, int COUNT>
__device__ void copy(float *tile, const float *X, int rows, int cols, int row0, int col0)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), r = at / WIDTH, c = at % WIDTH;
        int row = row0 + r, col = col0 + c;
        int n = WHOLE ? 4 : row < rows ? min(cols - col, 4) : 0;
        copy4<ALIGNED>(&tile[at], &X[row * cols + col], n);
    }
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    pipeline(int M, int N, int K, float alpha, const float *A, const float *B,
             float beta, float *C)
{
    extern __shared__ __align__(16) float memory[];
    struct tiles *s = (struct tiles *)memory;

    // Lanes in squares, as in lab 07.
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int lane_x = lane % 2 + lane / 4 % (LANES_N / 2) * 2;
    int lane_y = lane / 2 % 2 + lane / 4 / (LANES_N / 2) * 2;
    int warps_n = BN / (LANES_N * TN);                         // warps side by side
    int tile_row = warp / warps_n * LANES_M * TM + lane_y * 4; // the thread's first
    int tile_col = warp % warps_n * LANES_N * TN + lane_x * 4; // row and column
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;        // the block's first
    bool inside = row0 + BM <= M && col0 + BN <= N;
    float acc[TM][TN] = {};

    // Begin to copy the tiles of A and B from k0 on, to their slot of the ring.
    auto fill = [&](int k0, int slot) {
        if (inside && k0 + BK <= K) {
            copy<ALIGNED, true, BK, PIECES_A>(&s->A[slot][0][0], A, M, K, row0, k0);
            copy<ALIGNED, true, BN, PIECES_B>(&s->B[slot][0][0], B, K, N, k0, col0);
        } else if (k0 < K) {
            copy<ALIGNED, false, BK, PIECES_A>(&s->A[slot][0][0], A, M, K, row0, k0);
            copy<ALIGNED, false, BN, PIECES_B>(&s->B[slot][0][0], B, K, N, k0, col0);
        }
        __pipeline_commit();
    };
    // Transpose the pieces of A that this thread itself copied: no barrier is needed.
    auto transpose = [&](int slot, int half) {
#pragma unroll
        for (int i = 0; i < PIECES_A; i++) {
            int at = 4 * (threadIdx.x + i * THREADS), r = at / BK, k = at % BK;
            float4 v = *(float4 *)&s->A[slot][r][k];
            s->At[half][k][r] = v.x;
            s->At[half][k + 1][r] = v.y;
            s->At[half][k + 2][r] = v.z;
            s->At[half][k + 3][r] = v.w;
        }
    };

    int slot = 0, half = 0, last = STAGES - 1;
    for (int i = 0; i < max(STAGES - 1, 1); i++)
        fill(i * BK, i);
    __pipeline_wait_prior(max(STAGES - 2, 0));
    transpose(0, 0);
    for (int k0 = 0; k0 < K; k0 += BK) {
        __syncthreads(); // this tile has arrived for all threads; the last one is read
        int next = slot + 1 == STAGES ? 0 : slot + 1;
        if (STAGES > 1)
            fill(k0 + (STAGES - 1) * BK, last);
#pragma unroll
        for (int k = 0; k < BK; k++) {
            if (STAGES > 1 && k == BK / 2) {
                __pipeline_wait_prior(max(STAGES - 2, 0));
                transpose(next, 1 - half);
            }
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&a[i] = *(float4 *)&s->At[half][k][tile_row + i * LANES_M];
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&b[j] = *(float4 *)&s->B[slot][k][tile_col + j * LANES_N];
            // Down one column and up the next: each FMA shares an operand with the one
            // before it, so that it reads two registers and not three.
#pragma unroll
            for (int j = 0; j < TN; j++)
#pragma unroll
                for (int n = 0; n < TM; n++) {
                    int i = j % 2 ? TM - 1 - n : n;
                    acc[i][j] += a[i] * b[j];
                }
        }
        if (STAGES == 1) {
            __syncthreads();
            fill(k0 + BK, 0);
            __pipeline_wait_prior(0);
            transpose(0, 1 - half);
        }
        last = slot;
        slot = next;
        half = 1 - half;
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
    // pipeline<true> if every row of A, B and C begins at a multiple of 16 bytes.
    bool aligned = N % 4 == 0 && K % 4 == 0 &&
                   ((size_t)A | (size_t)B | (size_t)C) % sizeof(float4) == 0;
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    if (aligned)
        pipeline<true><<<grid, THREADS, sizeof(struct tiles)>>>(M, N, K, alpha, A, B, beta, C);
    else
        pipeline<false><<<grid, THREADS, sizeof(struct tiles)>>>(M, N, K, alpha, A, B, beta, C);
    // END 5
}
