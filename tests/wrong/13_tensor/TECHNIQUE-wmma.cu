/*
 * Right, but by wmma: load_matrix_sync() loads the fragments in place of ldmatrix, and
 * the sums go to C through shared memory.
 */
#include <mma.h>

#include "bgemm.h"

using namespace nvcuda;

enum { B_M = 64, B_N = 64, B_K = 64, PAD = 8, F = 16, THREADS = 128 };

/* Copy B_K elements of each of 64 rows of X (all x K), with 0 for those beyond it. */
__device__ void copy(__nv_bfloat16 (*tile)[B_K + PAD], const __nv_bfloat16 *X, int ld,
                     int all, int K, int row0, int k0)
{
    for (int i = threadIdx.x; i < 64 * B_K; i += THREADS) {
        int row = row0 + i / B_K, k = k0 + i % B_K;
        tile[i / B_K][i % B_K] =
            row < all && k < K ? X[(size_t)row * ld + k] : __float2bfloat16(0.0f);
    }
}

__global__ void by_wmma(int M, int N, int K, const __nv_bfloat16 *A, int lda,
                        const __nv_bfloat16 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    __shared__ __align__(32) __nv_bfloat16 As[B_M][B_K + PAD], Bs[B_N][B_K + PAD];
    __shared__ __align__(32) float out[B_M][B_N];
    int warp_row = threadIdx.x / 32 * F, row0 = blockIdx.y * B_M,
        col0 = blockIdx.x * B_N;
    wmma::fragment<wmma::accumulator, F, F, F, float> sum[B_N / F];

    for (int j = 0; j < B_N / F; j++)
        wmma::fill_fragment(sum[j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += B_K) {
        copy(As, A, lda, M, K, row0, k0);
        copy(Bs, B, ldb, N, K, col0, k0);
        __syncthreads();
        for (int k = 0; k < B_K; k += F) {
            wmma::fragment<wmma::matrix_a, F, F, F, __nv_bfloat16, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, F, F, F, __nv_bfloat16, wmma::col_major> b;
            wmma::load_matrix_sync(a, &As[warp_row][k], B_K + PAD);
            for (int j = 0; j < B_N / F; j++) {
                wmma::load_matrix_sync(b, &Bs[j * F][k], B_K + PAD);
                wmma::mma_sync(sum[j], a, b, sum[j]);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < B_N / F; j++)
        wmma::store_matrix_sync(&out[warp_row][j * F], sum[j], B_N,
                                wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < B_M * B_N; i += THREADS) {
        int row = row0 + i / B_N, col = col0 + i % B_N;
        if (row < M && col < N)
            C[(size_t)row * ldc + col] = __float2bfloat16(out[i / B_N][i % B_N]);
    }
}

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    dim3 grid((N + B_N - 1) / B_N, (M + B_M - 1) / B_M);

    by_wmma<<<grid, THREADS>>>(M, N, K, A, lda, B, ldb, C, ldc);
}
