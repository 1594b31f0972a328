/*
 * fgemm() by cuBLASLt. Its sums are promoted: CUBLASLT_MATMUL_DESC_FAST_ACCUM is off.
 *
 * It finds a transposed matrix in each array: C' = scale B A', N x M. It wants sizes
 * that are multiples of 16.
 */
#include <string.h>

#include "fgemm.h"
#include "peer/peer_cublaslt.cuh"

void fgemm(int M, int N, int K, float scale, const __nv_fp8_e4m3 *A, int lda,
           const __nv_fp8_e4m3 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    static struct product p;
    static int of[6]; /* the sizes for which the algorithm was chosen */
    const int size[6] = {M, N, K, lda, ldb, ldc};
    const cublasOperation_t transposed = CUBLAS_OP_T;

    if (!p.handle) {
        product_create(&p);
        product_set(&p, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed);
    }
    if (memcmp(of, size, sizeof of)) {
        product_layout(&p.left, CUDA_R_8F_E4M3, K, N, ldb);
        product_layout(&p.right, CUDA_R_8F_E4M3, K, M, lda);
        product_layout(&p.result, CUDA_R_16BF, N, M, ldc);
        product_choose(&p);
        memcpy(of, size, sizeof of);
    }
    product_start(&p, scale, B, A, C);
}
