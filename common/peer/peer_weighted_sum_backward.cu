/*
 * cuBLAS's weighted_sum_backward(), by two calls: dX is a product with one k, since
 * cublasSger() would add to it, and dw is a matrix times a vector. The benchmark times
 * them in turn with a kernel that reads X once and writes dX in the same pass.
 *
 * cuBLAS stores matrices by columns: see peer_weighted_sum.cu.
 */
#include "weighted_sum.h"
#include "peer/peer_cublas.cuh"

void weighted_sum_backward(int rows, int D, const float *X, int ldx, const float *w,
                           const float *g, float *dX, int lddx, float *dw)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const float one = 1, zero = 0;

    if (!handle)
        stop_on_error(cublasCreate(&handle), "cublasCreate");
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, D, rows, 1, &one, w, D,
                              g, 1, &zero, dX, lddx),
                  "cublasSgemm");
    stop_on_error(
        cublasSgemv(handle, CUBLAS_OP_N, D, rows, &one, X, ldx, g, 1, &zero, dw, 1),
        "cublasSgemv");
}
