/* The functions that multiply matrices of one type: alone, in batches, by strides. */
#include "gemm.h"

#define GEMM(X)                                                                        \
    struct gemm g = {                                                                  \
        ELEMENT_##X, ELEMENT_##X, ELEMENT_##X, ELEMENT_##X, transa, transb, m,         \
        n,           k,           lda,         ldb,         ldc,    0,      0}
#define SIZES cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k

#define ONE(X, T, name, symbol)                                                        \
    cublasStatus_t cublas##symbol(cublasHandle_t handle, SIZES, const T *alpha,        \
                                  const T *A, int lda, const T *B, int ldb,            \
                                  const T *beta, T *C, int ldc)                        \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #name);                                         \
        GEMM(X);                                                                       \
        return emu_gemm_strided(&call, &g, alpha, beta, A, B, C, (struct strides){0},  \
                                1);                                                    \
    }
ONE(S, float, gemm, Sgemm_v2)
ONE(D, double, gemm, Dgemm_v2)
ONE(C, cuComplex, gemm, Cgemm_v2)
ONE(Z, cuDoubleComplex, gemm, Zgemm_v2)
ONE(C, cuComplex, gemm3m, Cgemm3m)
ONE(Z, cuDoubleComplex, gemm3m, Zgemm3m)
ONE(H, __half, gemm, Hgemm)

#define BATCHES(X, T)                                                                  \
    cublasStatus_t cublas##X##gemmBatched(                                             \
        cublasHandle_t handle, SIZES, const T *alpha, const T *const A[], int lda,     \
        const T *const B[], int ldb, const T *beta, T *const C[], int ldc, int count)  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "gemmBatched");                                 \
        GEMM(X);                                                                       \
        return emu_gemm_pointers(&call, &g, alpha, beta, (const void *const *)A,       \
                                 (const void *const *)B, (void *const *)C, count);     \
    }                                                                                  \
    cublasStatus_t cublas##X##gemmStridedBatched(                                      \
        cublasHandle_t handle, SIZES, const T *alpha, const T *A, int lda,             \
        long long strideA, const T *B, int ldb, long long strideB, const T *beta,      \
        T *C, int ldc, long long strideC, int count)                                   \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "gemmStridedBatched");                          \
        GEMM(X);                                                                       \
        return emu_gemm_strided(&call, &g, alpha, beta, A, B, C,                       \
                                (struct strides){strideA, strideB, strideC}, count);   \
    }
BATCHES(S, float)
BATCHES(D, double)
BATCHES(C, cuComplex)
BATCHES(Z, cuDoubleComplex)
BATCHES(H, __half)
