/*
 * cuBLAS's product as a kernel that a runner may have: the peer of bgemm(), which the
 * benchmark times in turn with yours. It shows how fast the product can be computed.
 *
 * cuBLAS stores matrices by columns, so that it finds a transposed matrix in each
 * array: C' = B A'. The array of B is B' for cuBLAS, so B is asked for transposed; the
 * array of A is A' already. Leading dimensions are the same in both views. The sums are
 * FP32.
 */
#include "bgemm.h"
#include "peer/peer_cublas.cuh"

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const float one = 1, zero = 0;

    if (!handle)
        stop_on_error(cublasCreate(&handle), "cublasCreate");
    stop_on_error(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, M, K, &one, B,
                               CUDA_R_16BF, ldb, A, CUDA_R_16BF, lda, &zero, C,
                               CUDA_R_16BF, ldc, CUBLAS_COMPUTE_32F,
                               CUBLAS_GEMM_DEFAULT),
                  "cublasGemmEx");
}
