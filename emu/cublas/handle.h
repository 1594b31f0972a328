/* The handles of cuBLAS that exist. */
#ifndef EMU_CUBLAS_HANDLE_H
#define EMU_CUBLAS_HANDLE_H

#include <stdbool.h>

#include <cublas_v2.h>

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
    int sm_count; /* cublasSetSmCountTarget(): no effect */
};

/* True if the handle was made and not destroyed. */
bool emu_cublas_handle_known(cublasHandle_t handle);

#endif
