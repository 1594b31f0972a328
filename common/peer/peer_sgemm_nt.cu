/*
 * cuBLAS's product as a kernel that a runner may have: the peer of sgemm_nt(), which
 * the benchmark times in turn with yours. It shows how fast the product can be
 * computed.
 *
 * cuBLAS stores matrices by columns, so that it finds a transposed matrix in each
 * array: O' = W H'. The array of W is W' for cuBLAS, so W is asked for transposed; the
 * array of H is H' already. Leading dimensions are the same in both views.
 *
 * The arithmetic is plain FP32: the default math mode never rounds the inputs to TF32.
 */
#include "sgemm_nt.h"
#include "peer/peer_cublas.cuh"

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const float one = 1, zero = 0;

    if (!handle) {
        stop_on_error(cublasCreate(&handle), "cublasCreate");
        stop_on_error(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH),
                      "cublasSetMathMode");
    }
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, M, K, &one, W, ldw,
                              H, ldh, &zero, O, ldo),
                  "cublasSgemm");
}
