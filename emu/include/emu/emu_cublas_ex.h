/* cuBLAS: functions for several types. Part of cublas_api.h. */
#ifndef EMU_CUBLAS_EX_H
#define EMU_CUBLAS_EX_H

#define EMU_CUBLAS_GEMM_EX(__compute)                                                  \
    cublasHandle_t, EMU_CUBLAS_SIZES, const void *, const void *, cudaDataType, int,   \
        const void *, cudaDataType, int, const void *, void *, cudaDataType, int,      \
        __compute, cublasGemmAlgo_t

cublasStatus_t cublasGemmEx(EMU_CUBLAS_GEMM_EX(cublasComputeType_t));
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, EMU_CUBLAS_SIZES, const void *,
                                   const void *const[], cudaDataType, int,
                                   const void *const[], cudaDataType, int, const void *,
                                   void *const[], cudaDataType, int, int,
                                   cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, EMU_CUBLAS_SIZES,
                                          const void *, const void *, cudaDataType, int,
                                          long long, const void *, cudaDataType, int,
                                          long long, const void *, void *, cudaDataType,
                                          int, long long, int, cublasComputeType_t,
                                          cublasGemmAlgo_t);
cublasStatus_t cublasSgemmEx(cublasHandle_t, EMU_CUBLAS_SIZES, const float *,
                             const void *, cudaDataType, int, const void *,
                             cudaDataType, int, const float *, void *, cudaDataType,
                             int);
cublasStatus_t cublasCgemmEx(cublasHandle_t, EMU_CUBLAS_SIZES, const cuComplex *,
                             const void *, cudaDataType, int, const void *,
                             cudaDataType, int, const cuComplex *, void *, cudaDataType,
                             int);

cublasStatus_t cublasAxpyEx(cublasHandle_t, int, const void *, cudaDataType,
                            const void *, cudaDataType, int, void *, cudaDataType, int,
                            cudaDataType);
cublasStatus_t cublasScalEx(cublasHandle_t, int, const void *, cudaDataType, void *,
                            cudaDataType, int, cudaDataType);
cublasStatus_t cublasRotEx(cublasHandle_t, int, void *, cudaDataType, int, void *,
                           cudaDataType, int, const void *, const void *, cudaDataType,
                           cudaDataType);
cublasStatus_t cublasNrm2Ex(cublasHandle_t, int, const void *, cudaDataType, int,
                            void *, cudaDataType, cudaDataType);
cublasStatus_t cublasDotEx(cublasHandle_t, int, const void *, cudaDataType, int,
                           const void *, cudaDataType, int, void *, cudaDataType,
                           cudaDataType);
cublasStatus_t cublasDotcEx(cublasHandle_t, int, const void *, cudaDataType, int,
                            const void *, cudaDataType, int, void *, cudaDataType,
                            cudaDataType);

#endif
