/*
 * cuBLAS's weighted_sum(): the peer that the benchmark times in turn with yours.
 *
 * cuBLAS stores matrices by columns, so that the array of X is X' for it, D x rows. So
 * X w is the product of that matrix, transposed, and w.
 */
#include "weighted_sum.h"
#include "peer/peer_cublas.cuh"

void weighted_sum(int rows, int D, const float *X, int ldx, const float *w, float *y)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const float one = 1, zero = 0;

    if (!handle)
        stop_on_error(cublasCreate(&handle), "cublasCreate");
    stop_on_error(
        cublasSgemv(handle, CUBLAS_OP_T, D, rows, &one, X, ldx, w, 1, &zero, y, 1),
        "cublasSgemv");
}
