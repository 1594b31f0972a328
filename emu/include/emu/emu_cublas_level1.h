/* cuBLAS, level 1: vectors. __X is the letter of the type __T. Part of cublas_api.h. */
#ifndef EMU_CUBLAS_LEVEL1_H
#define EMU_CUBLAS_LEVEL1_H

#define EMU_CUBLAS_VECTORS(__X, __T)                                                   \
    cublasStatus_t cublas##__X##axpy_v2(cublasHandle_t, int, const __T *, const __T *, \
                                        int, __T *, int);                              \
    cublasStatus_t cublas##__X##copy_v2(cublasHandle_t, int, const __T *, int, __T *,  \
                                        int);                                          \
    cublasStatus_t cublas##__X##swap_v2(cublasHandle_t, int, __T *, int, __T *, int);
EMU_CUBLAS_VECTORS(S, float)
EMU_CUBLAS_VECTORS(D, double)
EMU_CUBLAS_VECTORS(C, cuComplex)
EMU_CUBLAS_VECTORS(Z, cuDoubleComplex)

/* By a scalar of type __S; the cosine of a rotation is a __R. */
#define EMU_CUBLAS_SCALED(__X, __T, __S, __R)                                          \
    cublasStatus_t cublas##__X##scal_v2(cublasHandle_t, int, const __S *, __T *, int); \
    cublasStatus_t cublas##__X##rot_v2(cublasHandle_t, int, __T *, int, __T *, int,    \
                                       const __R *, const __S *);
EMU_CUBLAS_SCALED(S, float, float, float)
EMU_CUBLAS_SCALED(D, double, double, double)
EMU_CUBLAS_SCALED(C, cuComplex, cuComplex, float)
EMU_CUBLAS_SCALED(Z, cuDoubleComplex, cuDoubleComplex, double)
EMU_CUBLAS_SCALED(Cs, cuComplex, float, float)
EMU_CUBLAS_SCALED(Zd, cuDoubleComplex, double, double)

#define EMU_CUBLAS_DOT(__X, __T, __name)                                               \
    cublasStatus_t cublas##__X##__name##_v2(cublasHandle_t, int, const __T *, int,     \
                                            const __T *, int, __T *);
EMU_CUBLAS_DOT(S, float, dot)
EMU_CUBLAS_DOT(D, double, dot)
EMU_CUBLAS_DOT(C, cuComplex, dotu)
EMU_CUBLAS_DOT(C, cuComplex, dotc)
EMU_CUBLAS_DOT(Z, cuDoubleComplex, dotu)
EMU_CUBLAS_DOT(Z, cuDoubleComplex, dotc)

/* The results are a __R, or an index, whose functions have the letter __i. */
#define EMU_CUBLAS_REDUCE(__X, __i, __T, __R)                                          \
    cublasStatus_t cublas##__X##nrm2_v2(cublasHandle_t, int, const __T *, int, __R *); \
    cublasStatus_t cublas##__X##asum_v2(cublasHandle_t, int, const __T *, int, __R *); \
    cublasStatus_t cublasI##__i##amax_v2(cublasHandle_t, int, const __T *, int,        \
                                         int *);                                       \
    cublasStatus_t cublasI##__i##amin_v2(cublasHandle_t, int, const __T *, int, int *);
EMU_CUBLAS_REDUCE(S, s, float, float)
EMU_CUBLAS_REDUCE(D, d, double, double)
EMU_CUBLAS_REDUCE(Sc, c, cuComplex, float)
EMU_CUBLAS_REDUCE(Dz, z, cuDoubleComplex, double)

#define EMU_CUBLAS_ROTATION(__X, __T, __R)                                             \
    cublasStatus_t cublas##__X##rotg_v2(cublasHandle_t, __T *, __T *, __R *, __T *);
EMU_CUBLAS_ROTATION(S, float, float)
EMU_CUBLAS_ROTATION(D, double, double)
EMU_CUBLAS_ROTATION(C, cuComplex, float)
EMU_CUBLAS_ROTATION(Z, cuDoubleComplex, double)

#define EMU_CUBLAS_MODIFIED(__X, __T)                                                  \
    cublasStatus_t cublas##__X##rotm_v2(cublasHandle_t, int, __T *, int, __T *, int,   \
                                        const __T *);                                  \
    cublasStatus_t cublas##__X##rotmg_v2(cublasHandle_t, __T *, __T *, __T *,          \
                                         const __T *, __T *);
EMU_CUBLAS_MODIFIED(S, float)
EMU_CUBLAS_MODIFIED(D, double)

#endif
