/*
 * Lab 10, layout: O = H * W^T by the kernel of lab 08. The rows of both operands are
 * contiguous in K, so that the tiles of both are transposed in shared memory.
 */
#include <cuda_pipeline.h>

#include "sgemm_nt.h"

enum {
    BM = 64, /* a block's tile of O */
    BN = 128,
    BK = 16, /* of K, at a time */
    TM = 8,  /* a thread's part of the tile of O */
    TN = 8,
    STAGES = 3,                    /* tiles in the ring */
    THREADS = BM / TM * (BN / TN), /* in a block */
    ROWS = THREADS / (BK / 4),     /* rows of a tile that all threads copy at a time */
    PIECES_H = BM / ROWS,          /* 16-byte pieces of H's tile that a thread copies */
    PIECES_W = BN / ROWS,          /* likewise of W's tile */
    PAD = 4,                       /* unused floats after each row of Ht and of Wt */
    LANES_M = 4,                   /* lanes of a warp along M: rows */
    LANES_N = 8,                   /* lanes of a warp along N: columns */
    TURN_H = 2, /* of each BK steps along K, the one that transposes H... */
    TURN_W = 6, /* ...and W */
    BLOCKS = 3, /* per SM */
};

/* Shared memory: a ring of tiles, and two of each transposed. */
struct stage {
    float H[BM][BK], W[BN][BK]; /* rows as they are in global memory */
};
struct shared {
    struct stage ring[STAGES];
    float Ht[2][BK][BM + PAD], Wt[2][BK][BN + PAD];
};

/* Write v to the four elements of X (rows x cols) from (row, col) on, except those that
   do not exist. ALIGNED: every row of X is 16-byte aligned, and cols is a multiple of
   four. */
template <bool ALIGNED>
__device__ void store4(float *X, int ld, int rows, int cols, int row, int col, float4 v)
{
    if (row >= rows || col >= cols)
        return;
    float *x = X;
    // STEP 1: let x point to element (row, col) of X. Rows are ld elements apart.
    // TODO: about 1 line
    // END 1
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
    layout(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
           float *O, int ldo)
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

    // This thread's pieces of both tiles are in one column, ROWS rows apart. For a row
    // that does not exist, the last one is copied: its products are not stored.
    int row = threadIdx.x / (BK / 4), k0 = threadIdx.x % (BK / 4) * 4;
    const float *h_from[PIECES_H], *w_from[PIECES_W];
    // STEP 2: where they begin in H and W: PIECES_H and PIECES_W pointers.
    // TODO: about 6 lines
    // END 2
    int left = K; // elements along K that are not copied yet

    // Begin to copy the next tiles of H and W. What is beyond K becomes 0.
    auto fill = [&](struct stage *to) {
        int n = left - k0; // floats of a piece that exist
#pragma unroll
        for (int i = 0; i < PIECES_H; i++)
            copy4<ALIGNED>(&to->H[row + i * ROWS][k0], h_from[i], n);
#pragma unroll
        for (int i = 0; i < PIECES_W; i++)
            copy4<ALIGNED>(&to->W[row + i * ROWS][k0], w_from[i], n);
#pragma unroll
        for (int i = 0; i < PIECES_H; i++)
            h_from[i] += BK;
#pragma unroll
        for (int i = 0; i < PIECES_W; i++)
            w_from[i] += BK;
        left -= BK;
        __pipeline_commit(); // the copies since the last commit are one group
    };
    // Transpose the pieces that this thread has copied. It waited for its own copies
    // before, so that no barrier is needed.
    auto transpose_h = [&](const struct stage *from, int to) {
        const int down = BM + PAD; // to the element below, in Ht
#pragma unroll
        for (int i = 0; i < PIECES_H; i++) {
            float4 v = *(const float4 *)&from->H[row + i * ROWS][k0];
            float *column = &s->Ht[to][k0][row + i * ROWS];
            column[0] = v.x;
            column[down] = v.y;
            column[2 * down] = v.z;
            column[3 * down] = v.w;
        }
    };
    auto transpose_w = [&](const struct stage *from, int to) {
        // STEP 3: likewise W, from from->W to s->Wt[to].
        // TODO: about 10 lines
        // END 3
    };

    for (int i = 0; i < STAGES - 1; i++)
        fill(&s->ring[i]);
    __pipeline_wait_prior(STAGES - 2);
    transpose_h(&s->ring[0], 0);
    transpose_w(&s->ring[0], 0);
    int next = 1 % STAGES, free = STAGES - 1; // stages of the ring
    for (int t = 0; t * BK < K; t++) {
        // All threads have transposed their part of this tile, and have read the last.
        __syncthreads();
        fill(&s->ring[free]);
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float h[TM], w[TN];
            // STEP 4: TM elements of row k of Ht, and TN of row k of Wt, as float4:
            // those from tile_row on are 4 * LANES_M apart, and from tile_col on
            // 4 * LANES_N.
            // TODO: about 4 lines
            // END 4
            // Wait for the next tile, and transpose it in two steps.
            if (k == TURN_H) {
                __pipeline_wait_prior(STAGES - 2);
                transpose_h(&s->ring[next], (t + 1) % 2);
            }
            if (k == TURN_W) {
                transpose_w(&s->ring[next], (t + 1) % 2);
            }
            // Along one row and back along the next, as lab 08 does with columns.
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int n = 0; n < TN; n++) {
                    int j = i % 2 ? TN - 1 - n : n;
                    acc[i][j] += h[i] * w[j];
                }
        }
        free = free + 1 == STAGES ? 0 : free + 1;
        next = next + 1 == STAGES ? 0 : next + 1;
    }

#pragma unroll // every index of acc is a constant, so it stays in registers
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int r = row0 + tile_row + i / 4 * 4 * LANES_M + i % 4;
            int c = col0 + tile_col + j * LANES_N;
            float4 v =
                make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
            store4<ALIGNED>(O, ldo, M, N, r, c, v);
        }
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    bool aligned = false;
    // STEP 5: true if every row of H, W and O is 16-byte aligned, and no 16-byte piece
    // crosses the end of its columns.
    // TODO: about 2 lines
    // END 5
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    auto kernel = aligned ? layout<true> : layout<false>;

    // More shared memory than a launch has by default.
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         sizeof(struct shared));
    kernel<<<grid, THREADS, sizeof(struct shared)>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
