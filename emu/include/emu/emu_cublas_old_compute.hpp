/* The functions of emu_cublas_ex.h as before CUDA 11: sums have a type of elements,
   instead of a cublasComputeType_t. C++ alone has them. Part of cublas_api.h. */
#ifndef EMU_CUBLAS_OLD_COMPUTE_HPP
#define EMU_CUBLAS_OLD_COMPUTE_HPP

static inline cublasComputeType_t emu_cublas_compute(cudaDataType __type)
{
    return __type == CUDA_R_16F                           ? CUBLAS_COMPUTE_16F
           : __type == CUDA_R_32I                         ? CUBLAS_COMPUTE_32I
           : __type == CUDA_R_64F || __type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
                                                          : CUBLAS_COMPUTE_32F;
}

static inline cublasStatus_t
cublasGemmEx(cublasHandle_t __h, cublasOperation_t __ta, cublasOperation_t __tb,
             int __m, int __n, int __k, const void *__alpha, const void *__a,
             cudaDataType __at, int __lda, const void *__b, cudaDataType __bt,
             int __ldb, const void *__beta, void *__c, cudaDataType __ct, int __ldc,
             cudaDataType __compute, cublasGemmAlgo_t __algo)
{
    return cublasGemmEx(__h, __ta, __tb, __m, __n, __k, __alpha, __a, __at, __lda, __b,
                        __bt, __ldb, __beta, __c, __ct, __ldc,
                        emu_cublas_compute(__compute), __algo);
}

static inline cublasStatus_t
cublasGemmBatchedEx(cublasHandle_t __h, cublasOperation_t __ta, cublasOperation_t __tb,
                    int __m, int __n, int __k, const void *__alpha,
                    const void *const __a[], cudaDataType __at, int __lda,
                    const void *const __b[], cudaDataType __bt, int __ldb,
                    const void *__beta, void *const __c[], cudaDataType __ct, int __ldc,
                    int __count, cudaDataType __compute, cublasGemmAlgo_t __algo)
{
    return cublasGemmBatchedEx(__h, __ta, __tb, __m, __n, __k, __alpha, __a, __at,
                               __lda, __b, __bt, __ldb, __beta, __c, __ct, __ldc,
                               __count, emu_cublas_compute(__compute), __algo);
}

static inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t __h, cublasOperation_t __ta, cublasOperation_t __tb, int __m,
    int __n, int __k, const void *__alpha, const void *__a, cudaDataType __at,
    int __lda, long long __sa, const void *__b, cudaDataType __bt, int __ldb,
    long long __sb, const void *__beta, void *__c, cudaDataType __ct, int __ldc,
    long long __sc, int __count, cudaDataType __compute, cublasGemmAlgo_t __algo)
{
    return cublasGemmStridedBatchedEx(__h, __ta, __tb, __m, __n, __k, __alpha, __a,
                                      __at, __lda, __sa, __b, __bt, __ldb, __sb, __beta,
                                      __c, __ct, __ldc, __sc, __count,
                                      emu_cublas_compute(__compute), __algo);
}

#endif
