/*
 * A ring of tiles without transposed ones: a thread reads four k of a row of A at a
 * time.
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
#define STAGES 3
#endif

enum {
    THREADS = BM / TM * (BN / TN), /* in a block */
    ROWS_A = THREADS / (BK / 4), /* rows of A's tile that all threads copy at a time */
    ROWS_B = THREADS / (BN / 4), /* likewise of B's tile */
    PIECES_A = BM / ROWS_A,      /* 16-byte pieces of A's tile that a thread copies */
    PIECES_B = BK / ROWS_B,      /* likewise of B's tile */
    PAD = 4,                     /* unused floats after each row of A */
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

struct stage {
    float A[BM][BK + PAD], B[BK][BN];
};
struct shared {
    struct stage ring[STAGES];
};

int tile_valid(const struct tile *t)
{
    int valid = 0;
    if (t->bm % t->tm == 0 && t->bn % t->tn == 0) {
        int threads = t->bm / t->tm * (t->bn / t->tn);
        int lanes_m = t->bm / t->tm < 4 ? 2 : 4, lanes_n = 32 / lanes_m;
        int registers = threads * (t->tm * t->tn + t->tm + t->tn + 40);
        int shared = 0;
        shared =
            t->stages * (t->bm * (t->bk + PAD) + t->bk * t->bn) * (int)sizeof(float);
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
    if (ALIGNED) {
        __pipeline_memcpy_async(to, from, 16, n >= 4 ? 0 : 16);
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++)
            __pipeline_memcpy_async(&to[i], i < n ? &from[i] : from, 4, i < n ? 0 : 4);
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
    int tile_row = warp / warps_n * LANES_M * TM + lane_y;     // the thread's first
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
    struct stage *now = s->ring, *end = s->ring + STAGES, *free = end - 1;
#pragma unroll
    for (int i = 0; i < FIRST; i++)
        fill(&s->ring[i]);
    for (int k0 = 0; k0 < K; k0 += BK) {
        __pipeline_wait_prior(AHEAD);
        __syncthreads(); // the tile has arrived for all threads, and the last one is
                         // read
        if (STAGES > 1)
            fill(free);
#pragma unroll
        for (int k = 0; k < BK; k += 4) {
            float a[TM][4];
            for (int i = 0; i < TM; i++)
                *(float4 *)a[i] = *(float4 *)&now->A[tile_row + i * LANES_M][k];
#pragma unroll
            for (int h = 0; h < 4; h++) {
                float b[TN];
                for (int j = 0; j < TN; j += 4)
                    *(float4 *)&b[j] =
                        *(float4 *)&now->B[k + h][tile_col + j * LANES_N];
                for (int i = 0; i < TM; i++)
                    for (int j = 0; j < TN; j++)
                        acc[i][j] += a[i][h] * b[j];
            }
        }
        if (STAGES == 1) {
            __syncthreads();
            fill(now);
        }
        free = now;
        now = now + 1 == end ? s->ring : now + 1;
    }

#pragma unroll // every index of acc is a constant, so it stays in registers
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int r = row0 + tile_row + i * LANES_M;
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
