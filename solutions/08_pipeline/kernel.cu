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
#ifndef REGS
#define REGS 168
#endif
#ifndef MIDDLE
#define MIDDLE (BK / 2)
#endif
    REGISTERS = TM * TN <= 64 ? REGS : 255, /* enough for one thread */
    AHEAD = STAGES > 2 ? STAGES - 2 : 0, /* groups that may be in flight, after a wait */
    /* blocks per SM, which has 65536 registers */
    BLOCKS = 65536 / (THREADS * REGISTERS) ? 65536 / (THREADS * REGISTERS) : 1,
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

/* Begin to copy this thread's COUNT pieces of a tile, which is WIDTH columns wide, from
   `from`, whose rows are ld floats apart. rows x cols of it exist; the rest becomes 0.
   WHOLE: all of it exists. */
template <bool ALIGNED, bool WHOLE, int WIDTH, int COUNT>
__device__ void copy(float *tile, const float *from, int ld, int rows, int cols)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), r = at / WIDTH, c = at % WIDTH;
        int n = WHOLE ? 4 : r < rows ? cols - c : 0;
        copy4<ALIGNED>(&tile[at], &from[r * ld + c], n);
    }
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

    const float *a_from = &A[row0 * K], *b_from = &B[col0]; // the next tiles
    int left = K;                                           // so much of K is left

    // Begin to copy the next tiles of A and B. Beyond K they are 0. All copies since the
    // last commit are one group.
    auto fill = [&](struct stage *to) {
        float *as = &to->A[0][0], *bs = &to->B[0][0];
        // STEP 3: copy both tiles, WHOLE or not; then close the group, whatever is in it.
        if (row0 + BM <= M && col0 + BN <= N && left >= BK) {
            copy<ALIGNED, true, BK, PIECES_A>(as, a_from, K, BM, BK);
            copy<ALIGNED, true, BN, PIECES_B>(bs, b_from, N, BK, BN);
        } else {
            copy<ALIGNED, false, BK, PIECES_A>(as, a_from, K, M - row0, left);
            copy<ALIGNED, false, BN, PIECES_B>(bs, b_from, N, left, N - col0);
        }
        __pipeline_commit();
        // END 3
        a_from += BK;
        b_from += BK * N;
        left -= BK;
    };
    // Transpose the pieces of A that this thread has copied. It has waited for its own
    // copies, so that no barrier is needed.
    auto transpose = [&](const struct stage *from, float (*to)[BM + PAD]) {
#pragma unroll
        for (int i = 0; i < PIECES_A; i++) {
            int at = 4 * (threadIdx.x + i * THREADS), r = at / BK, k = at % BK;
            float4 v = *(const float4 *)&from->A[r][k];
            to[k][r] = v.x;
            to[k + 1][r] = v.y;
            to[k + 2][r] = v.z;
            to[k + 3][r] = v.w;
        }
    };

    struct stage *now = s->ring, *free = now, *end = now + STAGES;
    float(*a_now)[BM + PAD] = s->At[0], (*a_next)[BM + PAD] = s->At[1];
    // STEP 4: begin to copy the first STAGES - 1 tiles, at least one. Wait for the first.
    do
        fill(free++);
    while (free < end - 1);
    __pipeline_wait_prior(AHEAD);
    // END 4
    transpose(now, a_now);
    if (STAGES == 1)
        free = now;
    for (int k0 = 0; k0 < K; k0 += BK) {
        __syncthreads(); // this tile is there for all threads; the last one may be overwritten
        struct stage *next = now + 1 == end ? s->ring : now + 1;
        if (STAGES > 1)
            fill(free);
#pragma unroll
        for (int k = 0; k < BK; k++) {
            // STEP 5: half way, wait for the next tile, and transpose its part of A.
            if (STAGES > 1 && k == BK / 2) {
                __pipeline_wait_prior(AHEAD);
                transpose(next, a_next);
            }
            // END 5
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&a[i] = *(float4 *)&a_now[k][tile_row + i * LANES_M];
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&b[j] = *(float4 *)&now->B[k][tile_col + j * LANES_N];
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
        if (STAGES == 1) { // there is no other place for the next tile
            __syncthreads();
            fill(now);
            __pipeline_wait_prior(0);
            transpose(now, a_next);
        }
        free = now;
        now = next;
        float(*swap)[BM + PAD] = a_now;
        a_now = a_next;
        a_next = swap;
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
    auto kernel = aligned ? pipeline<true> : pipeline<false>;
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);

    if (sizeof(struct shared) > 48 * 1024)
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(struct shared));
    kernel<<<grid, THREADS, sizeof(struct shared)>>>(M, N, K, alpha, A, B, beta, C);
}
