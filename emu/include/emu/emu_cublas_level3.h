/* cuBLAS, level 3: matrices. __X is the letter of the type __T. Part of cublas_api.h.
 */
#ifndef EMU_CUBLAS_LEVEL3_H
#define EMU_CUBLAS_LEVEL3_H

/* Both operations, and m, n, k. */
#define EMU_CUBLAS_SIZES cublasOperation_t, cublasOperation_t, int, int, int

#define EMU_CUBLAS_GEMM(__T, __symbol)                                                 \
    cublasStatus_t __symbol(cublasHandle_t, EMU_CUBLAS_SIZES, const __T *,             \
                            const __T *, int, const __T *, int, const __T *, __T *,    \
                            int);
EMU_CUBLAS_GEMM(float, cublasSgemm_v2)
EMU_CUBLAS_GEMM(double, cublasDgemm_v2)
EMU_CUBLAS_GEMM(cuComplex, cublasCgemm_v2)
EMU_CUBLAS_GEMM(cuDoubleComplex, cublasZgemm_v2)
EMU_CUBLAS_GEMM(cuComplex, cublasCgemm3m)
EMU_CUBLAS_GEMM(cuDoubleComplex, cublasZgemm3m)
EMU_CUBLAS_GEMM(__half, cublasHgemm)

#define EMU_CUBLAS_BATCHES(__X, __T)                                                   \
    cublasStatus_t cublas##__X##gemmBatched(                                           \
        cublasHandle_t, EMU_CUBLAS_SIZES, const __T *, const __T *const[], int,        \
        const __T *const[], int, const __T *, __T *const[], int, int);                 \
    cublasStatus_t cublas##__X##gemmStridedBatched(                                    \
        cublasHandle_t, EMU_CUBLAS_SIZES, const __T *, const __T *, int, long long,    \
        const __T *, int, long long, const __T *, __T *, int, long long, int);
EMU_CUBLAS_BATCHES(S, float)
EMU_CUBLAS_BATCHES(D, double)
EMU_CUBLAS_BATCHES(C, cuComplex)
EMU_CUBLAS_BATCHES(Z, cuDoubleComplex)
EMU_CUBLAS_BATCHES(H, __half)

#define EMU_CUBLAS_SYMM(__X, __T, __name)                                              \
    cublasStatus_t cublas##__X##__name##_v2(                                           \
        cublasHandle_t, cublasSideMode_t, cublasFillMode_t, int, int, const __T *,     \
        const __T *, int, const __T *, int, const __T *, __T *, int);
EMU_CUBLAS_SYMM(S, float, symm)
EMU_CUBLAS_SYMM(D, double, symm)
EMU_CUBLAS_SYMM(C, cuComplex, symm)
EMU_CUBLAS_SYMM(Z, cuDoubleComplex, symm)
EMU_CUBLAS_SYMM(C, cuComplex, hemm)
EMU_CUBLAS_SYMM(Z, cuDoubleComplex, hemm)

/* The scalars of herk, and the beta of her2k, are a __R. */
#define EMU_CUBLAS_UPDATE(__X, __T, __R, __sy)                                         \
    cublasStatus_t cublas##__X##__sy##rk_v2(                                           \
        cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const __R *,    \
        const __T *, int, const __R *, __T *, int);                                    \
    cublasStatus_t cublas##__X##__sy##r2k_v2(                                          \
        cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const __T *,    \
        const __T *, int, const __T *, int, const __R *, __T *, int);
EMU_CUBLAS_UPDATE(S, float, float, sy)
EMU_CUBLAS_UPDATE(D, double, double, sy)
EMU_CUBLAS_UPDATE(C, cuComplex, cuComplex, sy)
EMU_CUBLAS_UPDATE(Z, cuDoubleComplex, cuDoubleComplex, sy)
EMU_CUBLAS_UPDATE(C, cuComplex, float, he)
EMU_CUBLAS_UPDATE(Z, cuDoubleComplex, double, he)

#define EMU_CUBLAS_SHAPE                                                               \
    cublasSideMode_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int, int
#define EMU_CUBLAS_TRIANGULAR(__X, __T)                                                \
    cublasStatus_t cublas##__X##trmm_v2(cublasHandle_t, EMU_CUBLAS_SHAPE, const __T *, \
                                        const __T *, int, const __T *, int, __T *,     \
                                        int);                                          \
    cublasStatus_t cublas##__X##trsm_v2(cublasHandle_t, EMU_CUBLAS_SHAPE, const __T *, \
                                        const __T *, int, __T *, int);                 \
    cublasStatus_t cublas##__X##trsmBatched(cublasHandle_t, EMU_CUBLAS_SHAPE,          \
                                            const __T *, const __T *const[], int,      \
                                            __T *const[], int, int);                   \
    cublasStatus_t cublas##__X##geam(                                                  \
        cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, const __T *,   \
        const __T *, int, const __T *, const __T *, int, __T *, int);                  \
    cublasStatus_t cublas##__X##dgmm(cublasHandle_t, cublasSideMode_t, int, int,       \
                                     const __T *, int, const __T *, int, __T *, int);
EMU_CUBLAS_TRIANGULAR(S, float)
EMU_CUBLAS_TRIANGULAR(D, double)
EMU_CUBLAS_TRIANGULAR(C, cuComplex)
EMU_CUBLAS_TRIANGULAR(Z, cuDoubleComplex)

#endif
