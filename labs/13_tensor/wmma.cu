/*
 * Before lab 13: the same product by wmma, C++'s way to tensor cores. It is complete:
 * read it with wmma.md, then run
 *
 *     make check13 KERNEL=labs/13_tensor/wmma.cu
 *
 * A block computes 128 x 128 of C in 8 warps; each warp computes 32 x 64, which are 2 x
 * 4 fragments of 16 x 16 sums.
 */
#include <mma.h>

#include "bgemm.h"

using namespace nvcuda;

enum {
    BM = 128,
    BN = 128,
    BK = 32, /* a block's tile, and its step along K */
    WM = 32,
    WN = 64, /* a warp's part of it */
    F = 16,  /* rows, columns and k of a fragment */
    FM = WM / F,
    FN = WN / F, /* fragments of a warp */
    THREADS = BM / WM * (BN / WN) * 32,
    PAD = 8,  /* unused elements after each row: rows begin in different banks */
    PIECE = 8 /* elements in 16 bytes */
};

/* Copy rows x BK elements of X (all x K), from (row0, k0) on, with 0 for those that do
   not exist. */
__device__ void copy(__nv_bfloat16 (*tile)[BK + PAD], int rows, const __nv_bfloat16 *X,
                     int ld, int all, int K, int row0, int k0)
{
    for (int i = threadIdx.x; i < rows * BK / PIECE; i += THREADS) {
        int r = i / (BK / PIECE), k = i % (BK / PIECE) * PIECE;
        const __nv_bfloat16 *x = &X[(size_t)(row0 + r) * ld + k0 + k];
        if (row0 + r < all && k0 + k + PIECE <= K)
            *(uint4 *)&tile[r][k] = *(const uint4 *)x;
        else
            for (int e = 0; e < PIECE; e++)
                tile[r][k + e] =
                    row0 + r < all && k0 + k + e < K ? x[e] : __float2bfloat16(0.0f);
    }
}

__global__ void __launch_bounds__(THREADS)
    by_wmma(int M, int N, int K, const __nv_bfloat16 *A, int lda,
            const __nv_bfloat16 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    __shared__ __align__(32) __nv_bfloat16 As[BM][BK + PAD], Bs[BN][BK + PAD];
    __shared__ __align__(32) float out[THREADS / 32][F][F];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int warp_row = warp / (BN / WN) * WM, warp_col = warp % (BN / WN) * WN;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

    wmma::fragment<wmma::accumulator, F, F, F, float> sum[FM][FN];
    for (int i = 0; i < FM; i++)
        for (int j = 0; j < FN; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += BK) {
        copy(As, BM, A, lda, M, K, row0, k0);
        copy(Bs, BN, B, ldb, N, K, col0, k0);
        __syncthreads(); // both tiles are full
        for (int k = 0; k < BK; k += F) {
            wmma::fragment<wmma::matrix_a, F, F, F, __nv_bfloat16, wmma::row_major>
                a[FM];
            wmma::fragment<wmma::matrix_b, F, F, F, __nv_bfloat16, wmma::col_major>
                b[FN];
            for (int i = 0; i < FM; i++)
                wmma::load_matrix_sync(a[i], &As[warp_row + i * F][k], BK + PAD);
            for (int j = 0; j < FN; j++)
                wmma::load_matrix_sync(b[j], &Bs[warp_col + j * F][k], BK + PAD);
            for (int i = 0; i < FM; i++)
                for (int j = 0; j < FN; j++)
                    wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
        }
        __syncthreads(); // all reads are done: the tiles may be overwritten
    }

    // Which lane holds which sum is not specified: the way to C is shared memory.
    for (int i = 0; i < FM; i++)
        for (int j = 0; j < FN; j++) {
            wmma::store_matrix_sync(&out[warp][0][0], sum[i][j], F,
                                    wmma::mem_row_major);
            __syncwarp(); // the fragment is there
            for (int e = lane; e < F * F; e += 32) {
                int row = row0 + warp_row + i * F + e / F;
                int col = col0 + warp_col + j * F + e % F;
                if (row < M && col < N)
                    C[(size_t)row * ldc + col] =
                        __float2bfloat16(out[warp][e / F][e % F]);
            }
            __syncwarp(); // all reads are done
        }
}

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);

    by_wmma<<<grid, THREADS>>>(M, N, K, A, lda, B, ldb, C, ldc);
}
