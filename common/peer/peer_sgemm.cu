/*
 * cuBLAS's product as a kernel that a runner may have: the peer of sgemm(), which the
 * benchmark times in turn with yours. It shows how fast the product can be computed.
 *
 * cuBLAS stores matrices by columns. A row-major matrix that is read by columns is its
 * transpose, so we ask for C' = B' * A', which lies in memory exactly as our C.
 *
 * The arithmetic is plain FP32: the default math mode never rounds the inputs to TF32.
 */
#include "sgemm.h"
#include "peer/peer_cublas.cuh"

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */

    if (!handle) {
        stop_on_error(cublasCreate(&handle), "cublasCreate");
        stop_on_error(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH),
                      "cublasSetMathMode");
    }
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha, B, N,
                              A, K, &beta, C, N),
                  "cublasSgemm");
}
