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
    THREADS = BM / TM * (BN / TN), /* in a block */
    ROWS_A = THREADS / (BK / 4), /* rows of A's tile that all threads copy at a time */
    ROWS_B = THREADS / (BN / 4), /* likewise of B's tile */
    PIECES_A = BM / ROWS_A,      /* 16-byte pieces of A's tile that a thread copies */
    PIECES_B = BK / ROWS_B,      /* likewise of B's tile */
    PAD = 4,                     /* unused floats after each row of At */
    LANES_M = BM / TM < 4 ? 2 : 4,       /* lanes of a warp along M: rows */
    LANES_N = 32 / LANES_M,              /* lanes of a warp along N: columns */
    FIRST = STAGES > 1 ? STAGES - 1 : 1, /* tiles in flight before the loop */
    AHEAD = STAGES > 2 ? STAGES - 2 : 0, /* groups that may be in flight after a wait */
    REGISTERS = TM * TN > 64    ? 255
                : THREADS > 128 ? 128
                                : 168, /* for one thread */
    /* blocks per SM, which has 65536 registers */
    BLOCKS = THREADS * REGISTERS <= 32768 ? 65536 / (THREADS * REGISTERS) : 1,
};

/* Shared memory: a ring of tiles, and two tiles of A transposed. It is dynamic, since a
   kernel may have more than 48 KiB of that alone. */
struct stage {
    float A[BM][BK], B[BK][BN]; /* rows as they are in global memory */
};
struct shared {
    struct stage ring[STAGES];
    float At[2][BK][BM + PAD];
};

int tile_valid(const struct tile *t)
{
    int valid = 0;
    if (t->bm % t->tm == 0 && t->bn % t->tn == 0) {
        int threads = t->bm / t->tm * (t->bn / t->tn);
        int lanes_m = t->bm / t->tm < 4 ? 2 : 4, lanes_n = 32 / lanes_m;
        int registers = threads * (t->tm * t->tn + t->tm + t->tn + 40);
        int shared = 0;
        // STEP 1: set shared to the bytes of struct shared.
        shared = (t->stages * (t->bm + t->bn) + 2 * (t->bm + PAD)) * t->bk *
                 (int)sizeof(float);
        // END 1
        valid = t->bm % (lanes_m * t->tm) == 0 && t->bn % (lanes_n * t->tn) == 0 &&
                threads <= 1024 && registers <= 65536 && shared <= 227 * 1024 &&
                t->tm % 4 == 0 && t->tn % 4 == 0 && t->bk % 4 == 0 &&
                threads % (t->bk / 4) == 0 && t->bm % (threads / (t->bk / 4)) == 0 &&
                threads % (t->bn / 4) == 0 && t->bk % (threads / (t->bn / 4)) == 0;
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

/* Begin to copy n floats, from `from` on, to `to`, and 0 to the rest of the four.
   ALIGNED: `from` is 16-byte aligned, and n is at least 4, or at most 0. */
template <bool ALIGNED> __device__ void copy4(float *to, const float *from, int n)
{
    // STEP 2: one asynchronous copy of 16 bytes, or four of 4 bytes.
    if (ALIGNED) {
        __pipeline_memcpy_async(to, from, 16, n >= 4 ? 0 : 16);
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++)
            __pipeline_memcpy_async(&to[i], i < n ? &from[i] : from, 4, i < n ? 0 : 4);
    }
    // END 2
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    pipeline(int M, int N, int K, float alpha, const float *A, const float *B,
             float beta, float *C)
{
    extern __shared__ __align__(16) char memory[];
    struct shared *s = (struct shared *)memory;

    // Lanes in squares, as in lab 07.
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int lane_x = lane % 2 + lane / 4 % (LANES_N / 2) * 2;
    int lane_y = lane / 2 % 2 + lane / 4 / (LANES_N / 2) * 2;
    int warps_n = BN / (LANES_N * TN);                         // warps side by side
    int tile_row = warp / warps_n * LANES_M * TM + lane_y * 4; // the thread's first
    int tile_col = warp % warps_n * LANES_N * TN + lane_x * 4; // row and column
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;        // the block's first
    float acc[TM][TN] = {};

    // Where this thread's pieces of the next tiles begin in A and B. For a row of A or
    // a column of B that does not exist, the last one is copied: its products are not
    // stored.
    const float *a_from[PIECES_A], *b_from[PIECES_B];
#pragma unroll
    for (int i = 0; i < PIECES_A; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), r = at / BK, k = at % BK;
        a_from[i] = &A[min(row0 + r, M - 1) * K + k];
    }
#pragma unroll
    for (int i = 0; i < PIECES_B; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), k = at / BN, c = at % BN;
        b_from[i] = &B[k * N + min(col0 + c, ALIGNED ? N - 4 : N)];
    }

    // In the tiles, its pieces are in one column, ROWS_A or ROWS_B rows apart.
    int a_row = threadIdx.x / (BK / 4), a_k = threadIdx.x % (BK / 4) * 4;
    int b_k = threadIdx.x / (BN / 4), b_col = threadIdx.x % (BN / 4) * 4;
    int left = K, cols = ALIGNED ? 4 : N - col0 - b_col; // of K; of B, from b_col on

    // Begin to copy the next tiles of A and B. What is beyond K becomes 0.
    auto fill = [&](struct stage *to) {
        if (left >= BK) {
#pragma unroll
            for (int i = 0; i < PIECES_A; i++) {
                copy4<ALIGNED>(&to->A[a_row + i * ROWS_A][a_k], a_from[i], 4);
                a_from[i] += BK;
            }
#pragma unroll
            for (int i = 0; i < PIECES_B; i++) {
                copy4<ALIGNED>(&to->B[b_k + i * ROWS_B][b_col], b_from[i], cols);
                b_from[i] += BK * N;
            }
        } else {
#pragma unroll
            for (int i = 0; i < PIECES_A; i++) {
                int n = left - a_k;
                copy4<ALIGNED>(&to->A[a_row + i * ROWS_A][a_k], n > 0 ? a_from[i] : A,
                               n);
            }
#pragma unroll
            for (int i = 0; i < PIECES_B; i++) {
                int n = b_k + i * ROWS_B < left ? cols : 0;
                copy4<ALIGNED>(&to->B[b_k + i * ROWS_B][b_col], n > 0 ? b_from[i] : B,
                               n);
            }
        }
        left -= BK;
        __pipeline_commit(); // the copies since the last commit are one group
    };
    // Transpose the pieces of A that this thread has copied. It waited for its own
    // copies before, so that no barrier is needed.
    auto transpose = [&](const struct stage *from, float *to) {
        int row = threadIdx.x / (BK / 4), k = threadIdx.x % (BK / 4) * 4;
        const float *piece = &from->A[0][0] + row * BK + a_k;
#pragma unroll
        for (int i = 0; i < PIECES_A; i++) {
            float4 v = *(const float4 *)&piece[i * ROWS_A * BK];
            float *column = &to[k * (BM + PAD) + row + i * ROWS_A];
            column[0] = v.x;
            column[BM + PAD] = v.y;
            column[2 * (BM + PAD)] = v.z;
            column[3 * (BM + PAD)] = v.w;
        }
    };

    struct stage *now = s->ring, *end = s->ring + STAGES, *free = end - 1;
    float(*a_now)[BM + PAD] = s->At[0], (*a_next)[BM + PAD] = s->At[1];
    // STEP 3: fill the first FIRST stages; wait for the first of them, and transpose
    // it.
#pragma unroll
    for (int i = 0; i < FIRST; i++)
        fill(&s->ring[i]);
    __pipeline_wait_prior(AHEAD);
    transpose(now, &a_now[0][0]);
    // END 3
    for (int k0 = 0; k0 < K; k0 += BK) {
        // STEP 4: all threads have their part of this tile, and have read the last one.
        // Fill the stage that is free.
        __syncthreads();
        if (STAGES > 1)
            fill(free);
        // END 4
        struct stage *next = now + 1 == end ? s->ring : now + 1;
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&a[i] = *(float4 *)&a_now[k][tile_row + i * LANES_M];
            for (int j = 0; j < TN; j += 4) {
                *(float4 *)&b[j] = *(float4 *)&now->B[k][tile_col + j * LANES_N];
            }
            // STEP 5: half way, wait for the next tile, and transpose its part of A.
            if (STAGES > 1 && k == BK / 2) {
                __pipeline_wait_prior(AHEAD);
                transpose(next, &a_next[0][0]);
            }
            // END 5
            // Down one column and up the next: each FMA shares an operand with the one
            // before it, and so reads two registers, not three.
#pragma unroll
            for (int j = 0; j < TN; j++)
#pragma unroll
                for (int n = 0; n < TM; n++) {
                    int i = j % 2 ? TM - 1 - n : n;
                    acc[i][j] += a[i] * b[j];
                }
        }
        if (STAGES == 1) { // the next tile has no other place
            __syncthreads();
            fill(now);
            __pipeline_wait_prior(0);
            transpose(now, &a_next[0][0]);
        }
        free = now;
        now = next;
        float(*last)[BM + PAD] = a_now;
        a_now = a_next;
        a_next = last;
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
    bool aligned = N % 4 == 0 && K % 4 == 0 &&
                   ((size_t)A | (size_t)B | (size_t)C) % sizeof(float4) == 0;
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);

    if (sizeof(struct shared) > 48 * 1024) { // more than a launch has by default
        cudaFuncSetAttribute(pipeline<true>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(struct shared));
        cudaFuncSetAttribute(pipeline<false>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(struct shared));
    }
    if (aligned)
        pipeline<true>
            <<<grid, THREADS, sizeof(struct shared)>>>(M, N, K, alpha, A, B, beta, C);
    else
        pipeline<false>
            <<<grid, THREADS, sizeof(struct shared)>>>(M, N, K, alpha, A, B, beta, C);
}
