/* The functions that multiply matrices of several types. */
#include "gemm.h"

enum element emu_gemm_scale(const struct gemm *g, cublasComputeType_t compute)
{
    const bool same = g->a == g->b;
    const bool narrow = g->a == ELEMENT_H || g->a == ELEMENT_BF;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return same && g->a == ELEMENT_H && g->c == ELEMENT_H ? ELEMENT_H
                                                              : ELEMENT_NONE;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return same && g->a == ELEMENT_I8 && g->c == ELEMENT_I32 ? ELEMENT_I32
                                                                 : ELEMENT_NONE;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
        if (same && g->a == ELEMENT_C && g->c == ELEMENT_C)
            return ELEMENT_C;
        return same && ((narrow && (g->c == g->a || g->c == ELEMENT_S)) ||
                        ((g->a == ELEMENT_S || g->a == ELEMENT_I8) &&
                         g->c == ELEMENT_S))
                   ? ELEMENT_S
                   : ELEMENT_NONE;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
        return same && g->a == g->c && (g->a == ELEMENT_D || g->a == ELEMENT_Z)
                   ? g->a
                   : ELEMENT_NONE;
    }
    return ELEMENT_NONE;
}

static bool typed(struct call *c, struct gemm *g, cudaDataType a, cudaDataType b,
                  cudaDataType to, cublasComputeType_t compute)
{
    g->a = emu_element_of(a);
    g->b = emu_element_of(b);
    g->c = emu_element_of(to);
    g->scale = emu_gemm_scale(g, compute);
    if (g->scale == ELEMENT_NONE)
        emu_call_refuse(c, CUBLAS_STATUS_NOT_SUPPORTED,
                        "has types that do not go together: A %d, B %d, C %d, "
                        "computed in %d",
                        a, b, to, compute);
    return !c->status;
}

#define GEMM                                                                           \
    struct gemm g = {.transa = transa,                                                 \
                     .transb = transb,                                                 \
                     .m = m,                                                           \
                     .n = n,                                                           \
                     .k = k,                                                           \
                     .lda = lda,                                                       \
                     .ldb = ldb,                                                       \
                     .ldc = ldc}
#define SIZES cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k

cublasStatus_t cublasGemmEx(cublasHandle_t handle, SIZES, const void *alpha,
                            const void *A, cudaDataType a, int lda, const void *B,
                            cudaDataType b, int ldb, const void *beta, void *C,
                            cudaDataType c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm)
{
    EMU_CUBLAS(handle, "cublasGemmEx");
    GEMM;
    (void)algorithm;
    if (!typed(&call, &g, a, b, c, compute))
        return call.status;
    return emu_gemm_strided(&call, &g, alpha, beta, A, B, C, (struct strides){0}, 1);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, SIZES,
                                          const void *alpha, const void *A,
                                          cudaDataType a, int lda, long long strideA,
                                          const void *B, cudaDataType b, int ldb,
                                          long long strideB, const void *beta, void *C,
                                          cudaDataType c, int ldc, long long strideC,
                                          int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm)
{
    EMU_CUBLAS(handle, "cublasGemmStridedBatchedEx");
    GEMM;
    (void)algorithm;
    if (!typed(&call, &g, a, b, c, compute))
        return call.status;
    return emu_gemm_strided(&call, &g, alpha, beta, A, B, C,
                            (struct strides){strideA, strideB, strideC}, count);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, SIZES, const void *alpha,
                                   const void *const A[], cudaDataType a, int lda,
                                   const void *const B[], cudaDataType b, int ldb,
                                   const void *beta, void *const C[], cudaDataType c,
                                   int ldc, int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm)
{
    EMU_CUBLAS(handle, "cublasGemmBatchedEx");
    GEMM;
    (void)algorithm;
    if (!typed(&call, &g, a, b, c, compute))
        return call.status;
    return emu_gemm_pointers(&call, &g, alpha, beta, A, B, C, count);
}

/* Sums are in float, or in complex float. */
#define NARROW(X, T)                                                                   \
    cublasStatus_t cublas##X##gemmEx(cublasHandle_t handle, SIZES, const T *alpha,     \
                                     const void *A, cudaDataType a, int lda,           \
                                     const void *B, cudaDataType b, int ldb,           \
                                     const T *beta, void *C, cudaDataType c, int ldc)  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "gemmEx");                                      \
        GEMM;                                                                          \
        if (!typed(&call, &g, a, b, c, CUBLAS_COMPUTE_32F))                            \
            return call.status;                                                        \
        return emu_gemm_strided(&call, &g, alpha, beta, A, B, C, (struct strides){0},  \
                                1);                                                    \
    }
NARROW(S, float)
NARROW(C, cuComplex)
