/*
 * Lab 09, order: the kernel of lab 08, with its tiles in another order, and with more
 * blocks where C is small.
 *
 *     groups of tiles     the blocks that run at the same time read few different rows
 *                         of A and columns of B
 *     parts of K          where C has fewer tiles than the GPU runs blocks, several
 *                         blocks share a tile, and a second kernel adds their parts
 *     flat()              where C has at most 8 rows: another kernel, since a tile of
 *                         64 rows would be mostly empty
 */
#include <cuda_pipeline.h>

#include "sgemm.h"

enum {
    BM = 64, /* a block's tile of C... */
    BN = 128,
    BK = 16, /* ...and of K at a time */
    TM = 8,  /* a thread's part of the tile */
    TN = 8,
    STAGES = 3,                    /* tiles in the ring */
    THREADS = BM / TM * (BN / TN), /* in a block */
    ROWS_A = THREADS / (BK / 4), /* rows of A's tile that all threads copy at a time */
    ROWS_B = THREADS / (BN / 4), /* likewise of B's tile */
    PIECES_A = BM / ROWS_A,      /* 16-byte pieces of A's tile that a thread copies */
    PIECES_B = BK / ROWS_B,      /* likewise of B's tile */
    PAD = 4,                     /* unused floats after each row of At */
    LANES_M = 4,                 /* lanes of a warp along M: rows */
    LANES_N = 8,                 /* lanes of a warp along N: columns */
    BLOCKS = 3,                  /* per SM, at least */
    GROUP = 16,                  /* rows of tiles in a group */
};

/* Of flat(): */
enum {
    ROWS = 8,        /* of C, at most */
    STRIP = 512,     /* columns of a block: four of each thread */
    CHUNK = 128,     /* columns of A in shared memory at a time */
    BATCH = 8,       /* rows of B that a thread loads before it uses them */
    FLAT_BLOCKS = 2, /* per SM */
};

/* Parts of C, one after the other: M x N floats each. */
enum { ROOM = 1 << 22 };
__device__ __align__(16) float parts[ROOM];

/* Shared memory: a ring of tiles, and two tiles of A transposed. */
struct stage {
    float A[BM][BK], B[BK][BN]; /* rows as they are in global memory */
};
struct shared {
    struct stage ring[STAGES];
    float At[2][BK][BM + PAD];
};

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

/* Where tile number i is among rows x cols tiles: down the rows of a group, then down
   its next column; after its last column the next group of GROUP rows. */
__device__ void place(int i, int rows, int cols, int *row, int *col)
{
    // STEP 1: set *row and *col.
    // TODO: about 4 lines
    // END 1
}

/* blockIdx.x: the number of a tile. blockIdx.y: the part of K, `length` long; its sums
   go to C + blockIdx.y * M * N. */
template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    order(int M, int N, int K, int length, float alpha, const float *A, const float *B,
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
    int block_row = 0, block_col = 0;
    place(blockIdx.x, (M + BM - 1) / BM, (N + BN - 1) / BN, &block_row, &block_col);
    int row0 = block_row * BM, col0 = block_col * BN; // the block's first
    int k_first = 0, k_end = K;
    // STEP 2: the block's part of K.
    // TODO: about 2 lines
    // END 2
    float acc[TM][TN] = {};

    // Where this thread's pieces of the next tiles begin in A and B. For a row of A or
    // a column of B that does not exist, the last one is copied: its products are not
    // stored.
    const float *a_from[PIECES_A], *b_from[PIECES_B];
#pragma unroll
    for (int i = 0; i < PIECES_A; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), r = at / BK, k = at % BK;
        a_from[i] = &A[min(row0 + r, M - 1) * K + k_first + k];
    }
#pragma unroll
    for (int i = 0; i < PIECES_B; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), k = at / BN, c = at % BN;
        b_from[i] = &B[(k_first + k) * N + min(col0 + c, ALIGNED ? N - 4 : N)];
    }

    // In the tiles, its pieces are in one column, ROWS_A or ROWS_B rows apart.
    int a_row = threadIdx.x / (BK / 4), a_k = threadIdx.x % (BK / 4) * 4;
    int b_k = threadIdx.x / (BN / 4), b_col = threadIdx.x % (BN / 4) * 4;
    int left = k_end - k_first,
        cols = ALIGNED ? 4 : N - col0 - b_col; // along K; of B, from b_col on

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
    for (int i = 0; i < STAGES - 1; i++)
        fill(&s->ring[i]);
    __pipeline_wait_prior(STAGES - 2);
    transpose(now, &a_now[0][0]);
    while (left > (1 - STAGES) * BK) { // STAGES - 1 tiles ahead
        __syncthreads();
        fill(free);
        struct stage *next = now + 1 == end ? s->ring : now + 1;
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&a[i] = *(float4 *)&a_now[k][tile_row + i * LANES_M];
            for (int j = 0; j < TN; j += 4) {
                *(float4 *)&b[j] = *(float4 *)&now->B[k][tile_col + j * LANES_N];
            }
            if (k == BK / 2) {
                __pipeline_wait_prior(STAGES - 2);
                transpose(next, &a_next[0][0]);
            }
#pragma unroll
            for (int j = 0; j < TN; j++)
#pragma unroll
                for (int n = 0; n < TM; n++) {
                    int i = j % 2 ? TM - 1 - n : n;
                    acc[i][j] += a[i] * b[j];
                }
        }
        free = now;
        now = next;
        float(*last)[BM + PAD] = a_now;
        a_now = a_next;
        a_next = last;
    }

    C += (size_t)blockIdx.y * M * N;
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

/* Four elements from x on, with 0 for those that are not among the n that exist. No
   other thread needs them: they need not stay in L2. ALIGNED: x is 16-byte aligned, and
   n is at least 4, or at most 0. */
template <bool ALIGNED> __device__ float4 stream4(const float *x, int n)
{
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (ALIGNED) {
        if (n > 0)
            v = __ldcs((const float4 *)x);
    } else {
        if (n > 0)
            v.x = __ldcs(x);
        if (n > 1)
            v.y = __ldcs(x + 1);
        if (n > 2)
            v.z = __ldcs(x + 2);
        if (n > 3)
            v.w = __ldcs(x + 3);
    }
    return v;
}

/* For at most ROWS rows. A thread has four columns of C: it loads its part of B
   straight to registers, each element once. blockIdx.y and C as in order(). */
template <bool ALIGNED>
__global__ void __launch_bounds__(STRIP / 4)
    flat(int M, int N, int K, int length, float alpha, const float *A, const float *B,
         float beta, float *C)
{
    __shared__ float As[CHUNK][ROWS];
    int col = blockIdx.x * STRIP + threadIdx.x * 4;
    int first = blockIdx.y * length, end = min(K, first + length);
    const float *from = &B[(size_t)first * N + col];
    float4 next[BATCH]; // of the next rows of B
    float acc[ROWS][4] = {};

#pragma unroll
    for (int i = 0; i < BATCH; i++, from += N)
        next[i] = stream4<ALIGNED>(from, first + i < end ? N - col : 0);
    for (int k0 = first; k0 < end; k0 += CHUNK) {
        __syncthreads(); // all threads have read the last chunk
        for (int i = threadIdx.x; i < CHUNK * ROWS; i += STRIP / 4) {
            int r = i / CHUNK, k = i % CHUNK;
            As[k][r] = r < M && k0 + k < end ? A[r * K + k0 + k] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < CHUNK && k0 + k < end; k += BATCH) {
#pragma unroll
            for (int i = 0; i < BATCH; i++, from += N) {
                float4 b = next[i];
                next[i] =
                    stream4<ALIGNED>(from, k0 + k + i + BATCH < end ? N - col : 0);
#pragma unroll
                for (int r = 0; r < ROWS; r++) {
                    acc[r][0] += As[k + i][r] * b.x;
                    acc[r][1] += As[k + i][r] * b.y;
                    acc[r][2] += As[k + i][r] * b.z;
                    acc[r][3] += As[k + i][r] * b.w;
                }
            }
        }
    }
    C += (size_t)blockIdx.y * M * N;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (beta != 0.0f)
            v = load4<ALIGNED>(C, M, N, r, col);
        v.x = alpha * acc[r][0] + beta * v.x;
        v.y = alpha * acc[r][1] + beta * v.y;
        v.z = alpha * acc[r][2] + beta * v.z;
        v.w = alpha * acc[r][3] + beta * v.w;
        store4<ALIGNED>(C, M, N, r, col, v);
    }
}

/* C = alpha * (the sum of n parts) + beta * C. size: M * N. */
__global__ void add_parts(int size, int n, float alpha, float beta, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size)
        return;
    float old = beta != 0.0f ? C[i] : 0.0f, sum = 0.0f;
    // STEP 3: add element i of all parts, always in the same order.
    // TODO: about 2 lines
    // END 3
    C[i] = alpha * sum + beta * old;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    static int sms; // of this GPU
    if (sms == 0) {
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
        // For tiles or rings that need more than a launch has by default.
        cudaFuncSetAttribute(order<true>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(struct shared));
        cudaFuncSetAttribute(order<false>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(struct shared));
    }
    bool aligned = N % 4 == 0 && K % 4 == 0 &&
                   ((size_t)A | (size_t)B | (size_t)C) % sizeof(float4) == 0;
    bool few_rows = M <= ROWS;
    int tiles =
        few_rows ? (N + STRIP - 1) / STRIP : (M + BM - 1) / BM * ((N + BN - 1) / BN);
    int blocks = few_rows ? FLAT_BLOCKS * sms : BLOCKS * sms; // at the same time

    int n = 1; // parts of K
    // STEP 4: as many parts as there are blocks for each tile. A part has at least 64
    // of K, and all parts together have room.
    // TODO: about 2 lines
    // END 4
    n = max(n, 1);
    int length = ((K + n - 1) / n + BK - 1) / BK * BK; // of a part: a multiple of BK
    n = (K + length - 1) / length;

    float *to = C;
    if (n > 1)
        cudaGetSymbolAddress((void **)&to, parts);
    auto kernel = few_rows ? (aligned ? flat<true> : flat<false>)
                           : (aligned ? order<true> : order<false>);
    kernel<<<dim3(tiles, n), few_rows ? STRIP / 4 : THREADS,
             few_rows ? 0 : sizeof(struct shared)>>>(
        M, N, K, length, n > 1 ? 1.0f : alpha, A, B, n > 1 ? 0.0f : beta, to);
    if (n > 1)
        add_parts<<<(M * N + 127) / 128, 128>>>(M * N, n, alpha, beta, C);
}
