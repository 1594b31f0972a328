/* cuBLAS, level 2: a matrix and vectors. __X is the letter of the type __T. Part of
   cublas_api.h. */
#ifndef EMU_CUBLAS_LEVEL2_H
#define EMU_CUBLAS_LEVEL2_H

#define EMU_CUBLAS_GENERAL(__X, __T)                                                   \
    cublasStatus_t cublas##__X##gemv_v2(cublasHandle_t, cublasOperation_t, int, int,   \
                                        const __T *, const __T *, int, const __T *,    \
                                        int, const __T *, __T *, int);                 \
    cublasStatus_t cublas##__X##trmv_v2(cublasHandle_t, cublasFillMode_t,              \
                                        cublasOperation_t, cublasDiagType_t, int,      \
                                        const __T *, int, __T *, int);                 \
    cublasStatus_t cublas##__X##trsv_v2(cublasHandle_t, cublasFillMode_t,              \
                                        cublasOperation_t, cublasDiagType_t, int,      \
                                        const __T *, int, __T *, int);
EMU_CUBLAS_GENERAL(S, float)
EMU_CUBLAS_GENERAL(D, double)
EMU_CUBLAS_GENERAL(C, cuComplex)
EMU_CUBLAS_GENERAL(Z, cuDoubleComplex)

#define EMU_CUBLAS_OUTER(__X, __T, __name)                                             \
    cublasStatus_t cublas##__X##__name##_v2(cublasHandle_t, int, int, const __T *,     \
                                            const __T *, int, const __T *, int, __T *, \
                                            int);
EMU_CUBLAS_OUTER(S, float, ger)
EMU_CUBLAS_OUTER(D, double, ger)
EMU_CUBLAS_OUTER(C, cuComplex, geru)
EMU_CUBLAS_OUTER(C, cuComplex, gerc)
EMU_CUBLAS_OUTER(Z, cuDoubleComplex, geru)
EMU_CUBLAS_OUTER(Z, cuDoubleComplex, gerc)

/* The alpha of syr and her is a __R. */
#define EMU_CUBLAS_SYMMETRIC(__X, __T, __R, __sy)                                      \
    cublasStatus_t cublas##__X##__sy##mv_v2(                                           \
        cublasHandle_t, cublasFillMode_t, int, const __T *, const __T *, int,          \
        const __T *, int, const __T *, __T *, int);                                    \
    cublasStatus_t cublas##__X##__sy##r_v2(cublasHandle_t, cublasFillMode_t, int,      \
                                           const __R *, const __T *, int, __T *, int); \
    cublasStatus_t cublas##__X##__sy##r2_v2(cublasHandle_t, cublasFillMode_t, int,     \
                                            const __T *, const __T *, int,             \
                                            const __T *, int, __T *, int);
EMU_CUBLAS_SYMMETRIC(S, float, float, sy)
EMU_CUBLAS_SYMMETRIC(D, double, double, sy)
EMU_CUBLAS_SYMMETRIC(C, cuComplex, float, he)
EMU_CUBLAS_SYMMETRIC(Z, cuDoubleComplex, double, he)

#endif
