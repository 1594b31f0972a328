/*
 * cuBLAS's product, which the benchmark times beside a kernel: how fast it can be done.
 *
 * cuBLAS stores matrices by columns. A row-major matrix read by columns is its
 * transpose, so we ask for C' = B' * A', which lies in memory exactly as our C.
 *
 * The arithmetic is plain FP32: the default math mode never rounds the inputs to TF32.
 */
#include <cublas_v2.h>
#include <stdio.h>
#include <stdlib.h>

extern "C" {
#include "operation/call.h"

operation_function sgemm_peer;
}

static void stop_on_error(cublasStatus_t status, const char *call)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cuBLAS: %s: %s\n", call, cublasGetStatusString(status));
    fprintf(stderr, "this is not your kernel: see that cuBLAS fits the GPU's driver\n");
    exit(2);
}

void sgemm_peer(const struct call *c)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const int M = c->size[0], N = c->size[1], K = c->size[2];
    const float *A = (const float *)c->array[0], *B = (const float *)c->array[1];

    if (!handle) {
        stop_on_error(cublasCreate(&handle), "cublasCreate");
        stop_on_error(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH),
                      "cublasSetMathMode");
    }
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &c->scalar[0],
                              B, N, A, K, &c->scalar[1], (float *)c->array[2], N),
                  "cublasSgemm");
}
