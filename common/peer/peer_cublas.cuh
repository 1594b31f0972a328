/* What the peers by cuBLAS share: how they end if it fails. */
#ifndef PEER_CUBLAS_CUH
#define PEER_CUBLAS_CUH

#include <cublas_v2.h>
#include <stdio.h>
#include <stdlib.h>

static void stop(const char *call, const char *why)
{
    fprintf(stderr, "cuBLAS: %s: %s\n", call, why);
    fprintf(stderr, "this is not your kernel: see that cuBLAS fits the GPU's driver\n");
    exit(2);
}

static void stop_on_error(cublasStatus_t status, const char *call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        stop(call, cublasGetStatusString(status));
}

#endif
