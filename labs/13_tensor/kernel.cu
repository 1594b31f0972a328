/*
 * Lab 13, tensor: the tensor cores multiply. A warp loads fragments of both tiles from
 * shared memory by ldmatrix, and multiplies them by mma.sync.
 *
 *     block    128 x 256 of C, in 8 warps; a ring of STAGES tiles (lab 08)
 *     warp      64 x  64 of C, in 4 x 8 fragments, which are sums in registers
 *     mma       16 x   8 of C: += 16 x 16 of A times 16 x 8 of B', one instruction
 *
 * Rows of A and of B are contiguous along K, and a tile has 64 of K, which are 128
 * bytes: one row of a tile covers all banks. The swizzle of STEP 1 spreads a column of
 * 16-byte pieces over them.
 */
#include <cuda_pipeline.h>

#include "bgemm.h"

enum {
    BM = 128, /* rows and... */
    BN = 256, /* ...columns of C per block */
    BK = 64,  /* of K per tile: 128 bytes of a row */
    WM = 64,  /* rows and... */
    WN = 64,  /* ...columns of C per warp */
    STAGES = 3,
    GROUP = 8, /* rows of tiles in a group (lab 09) */

    MMA_M = 16, /* what one mma.sync multiplies */
    MMA_N = 8,
    MMA_K = 16,

    WARPS_N = BN / WN, /* side by side */
    THREADS = BM / WM * WARPS_N * 32,
    FM = WM / MMA_M,           /* fragments of a warp along M, */
    FN = WN / MMA_N,           /* along N, */
    STEPS = BK / MMA_K,        /* and along K in one tile */
    PIECE = 8,                 /* elements in 16 bytes */
    PIECES = BK / PIECE,       /* in a row of a tile */
    ROWS = THREADS / PIECES,   /* rows of tiles that all threads copy at a time */
    COPIES = (BM + BN) / ROWS, /* pieces that a thread copies per stage */
};

/* A tile of A and one of B: rows as in global memory, but with pieces swizzled. */
struct stage {
    __nv_bfloat16 row[BM + BN][BK]; /* first those of A, then those of B */
};

/* Where piece `piece` of a row is in the row, in elements. */
__device__ int swizzle(int row, int piece)
{
    int place = piece;
    // STEP 1: the same piece of eight consecutive rows has eight different places.
    // TODO: 1 line
    // END 1
    return place * PIECE;
}

/* The address of a place in shared memory, as instructions of PTX take it. */
__device__ unsigned shared_address(const __nv_bfloat16 *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* Begin to copy n bytes, and to set the other 16 - n bytes of the piece to 0. */
__device__ void copy_piece(__nv_bfloat16 *to, const __nv_bfloat16 *from, int n)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(shared_address(to)), "l"(from), "r"(n));
}

/* Load four matrices of 8 x 8. Lanes 0 to 7 give the addresses of the rows of the first
   matrix, lanes 8 to 15 those of the second, and so on. Each lane gets two neighbouring
   elements of each matrix: of row lane / 4, columns lane % 4 * 2 and the next. */
__device__ void load_matrices(unsigned to[4], const __nv_bfloat16 *row)
{
    // STEP 2: ldmatrix with its four results and the address in shared memory.
    // TODO: about 3 lines
    // END 2
}

/* sum += a * b of one fragment of A and one of B, by all lanes of a warp. */
__device__ void multiply(float sum[4], const unsigned a[4], const unsigned b[2])
{
    // STEP 3: mma.sync of bf16 with sums in f32, which are read and written.
    // TODO: about 4 lines
    // END 3
}

__global__ void __launch_bounds__(THREADS)
    tensor(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    extern __shared__ __align__(128) char memory[];
    struct stage *ring = (struct stage *)memory;

    // The block's tile of C: down the rows of a group, then its next column (lab 09).
    int rows = (M + BM - 1) / BM, cols = (N + BN - 1) / BN;
    int first = blockIdx.x / (GROUP * cols) * GROUP, height = min(GROUP, rows - first);
    int number = blockIdx.x - first * cols; // in its group
    int row0 = (first + number % height) * BM, col0 = number / height * BN;

    // The warp's part of it.
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int warp_row = warp / WARPS_N * WM, warp_col = warp % WARPS_N * WN;

    // Where this thread's pieces begin. For a row of A or B that does not exist, the
    // last one is copied: its products are not stored.
    int my_row = threadIdx.x / PIECES, my_piece = threadIdx.x % PIECES;
    const __nv_bfloat16 *from[COPIES];
#pragma unroll
    for (int i = 0; i < COPIES; i++) {
        int r = my_row + i * ROWS, k = my_piece * PIECE;
        from[i] = r < BM ? &A[(size_t)min(row0 + r, M - 1) * lda + k]
                         : &B[(size_t)min(col0 + r - BM, N - 1) * ldb + k];
    }
    int left = (K - my_piece * PIECE) * sizeof(*A); // bytes, from my piece on

    // Begin to copy every third piece of a stage, from piece `part` on; after the last
    // part, all of them are a group. What is beyond K becomes 0.
    auto fill = [&](struct stage *to, int part) {
#pragma unroll
        for (int i = part; i < COPIES; i += STEPS - 1) {
            copy_piece(&to->row[my_row + i * ROWS][swizzle(my_row, my_piece)],
                       left > 0 ? from[i] : A, min(max(left, 0), 16));
            from[i] += BK;
        }
        if (part == STEPS - 2) {
            left -= BK * sizeof(*A);
            __pipeline_commit();
        }
    };

    // The operands of two steps: one is multiplied while the other is loaded.
    unsigned a[2][FM][4], b[2][FN / 2][4];
    auto load = [&](const struct stage *tile, int step) {
        int a_row = lane % 8, a_piece = 0, b_row = lane % 8, b_piece = 0;
        // STEP 4: the row and the piece whose address this lane gives, of 16 rows x 2
        // pieces: of a fragment of A, and of two fragments of B, one below the other.
        // TODO: about 4 lines
        // END 4
#pragma unroll
        for (int i = 0; i < FM; i++)
            load_matrices(a[step % 2][i],
                          &tile->row[warp_row + i * MMA_M + a_row]
                                    [swizzle(a_row, step * 2 + a_piece)]);
#pragma unroll
        for (int j = 0; j < FN / 2; j++)
            load_matrices(b[step % 2][j],
                          &tile->row[BM + warp_col + j * 2 * MMA_N + b_row]
                                    [swizzle(b_row, step * 2 + b_piece)]);
    };

#pragma unroll
    for (int i = 0; i < STAGES - 1; i++)
#pragma unroll
        for (int part = 0; part < STEPS - 1; part++)
            fill(&ring[i], part);
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads(); // the first tile is full

    float sum[FM][FN][4] = {};
    int now = 0, free = STAGES - 1; // stages
    load(&ring[now], 0);

    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int step = 0; step < STEPS; step++) {
            // STEP 5: load the operands of the next step. After the last step of this
            // tile, that is the first step of the next tile, which must have arrived.
            // TODO: about 7 lines
            // END 5
            if (step < STEPS - 1)
                fill(&ring[free], step);
#pragma unroll
            for (int i = 0; i < FM; i++)
#pragma unroll
                for (int j = 0; j < FN; j++)
                    multiply(sum[i][j], a[step % 2][i], &b[step % 2][j / 2][j % 2 * 2]);
        }
    }

#pragma unroll
    for (int i = 0; i < FM; i++)
#pragma unroll
        for (int j = 0; j < FN; j++)
#pragma unroll
            for (int h = 0; h < 2; h++) { // rows 0 to 7 of the fragment, then 8 to 15
                int row = M, col = N;
                // STEP 6: the row and the column of sum[i][j][2 * h] in C.
                // TODO: 2 lines
                // END 6
                __nv_bfloat162 two =
                    __floats2bfloat162_rn(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
                __nv_bfloat16 *c = &C[(size_t)row * ldc + col];
                if (row < M && col + 1 < N)
                    *(__nv_bfloat162 *)c = two;
                else if (row < M && col < N)
                    *c = two.x;
            }
}

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    int bytes = STAGES * sizeof(struct stage);
    int blocks = (M + BM - 1) / BM * ((N + BN - 1) / BN);

    cudaFuncSetAttribute(tensor, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    tensor<<<blocks, THREADS, bytes>>>(M, N, K, A, lda, B, ldb, C, ldc);
}
