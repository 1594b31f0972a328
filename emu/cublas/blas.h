/* BLAS, by its Fortran interface, as every implementation has it: all arguments are
   addresses, and the length of each letter follows the last one. A function for four
   types has one type here; elements are void. */
#ifndef EMU_CUBLAS_BLAS_H
#define EMU_CUBLAS_BLAS_H

#include <stddef.h>

#define LETTER const char *
#define INT const int *
#define IN const void *
#define OUT void *

typedef void blas_rotg(OUT a, OUT b, OUT c, OUT s);
typedef void blas_rotm(INT n, OUT x, INT incx, OUT y, INT incy, IN param);
typedef void blas_rotmg(OUT d1, OUT d2, OUT x1, IN y1, OUT param);
extern blas_rotg srotg_, drotg_, crotg_, zrotg_;
extern blas_rotm srotm_, drotm_;
extern blas_rotmg srotmg_, drotmg_;

typedef void blas_gemv(LETTER trans, INT m, INT n, IN alpha, IN A, INT lda, IN x,
                       INT incx, IN beta, OUT y, INT incy, size_t);
typedef void blas_symv(LETTER uplo, INT n, IN alpha, IN A, INT lda, IN x, INT incx,
                       IN beta, OUT y, INT incy, size_t);
typedef void blas_ger(INT m, INT n, IN alpha, IN x, INT incx, IN y, INT incy, OUT A,
                      INT lda);
typedef void blas_syr(LETTER uplo, INT n, IN alpha, IN x, INT incx, OUT A, INT lda,
                      size_t);
typedef void blas_syr2(LETTER uplo, INT n, IN alpha, IN x, INT incx, IN y, INT incy,
                       OUT A, INT lda, size_t);
typedef void blas_trmv(LETTER uplo, LETTER trans, LETTER diag, INT n, IN A, INT lda,
                       OUT x, INT incx, size_t, size_t, size_t);
extern blas_gemv sgemv_, dgemv_, cgemv_, zgemv_;
extern blas_symv ssymv_, dsymv_, chemv_, zhemv_;
extern blas_ger sger_, dger_, cgeru_, cgerc_, zgeru_, zgerc_;
extern blas_syr ssyr_, dsyr_, cher_, zher_;
extern blas_syr2 ssyr2_, dsyr2_, cher2_, zher2_;
extern blas_trmv strmv_, dtrmv_, ctrmv_, ztrmv_, strsv_, dtrsv_, ctrsv_, ztrsv_;

typedef void blas_gemm(LETTER transa, LETTER transb, INT m, INT n, INT k, IN alpha,
                       IN A, INT lda, IN B, INT ldb, IN beta, OUT C, INT ldc, size_t,
                       size_t);
typedef void blas_symm(LETTER side, LETTER uplo, INT m, INT n, IN alpha, IN A, INT lda,
                       IN B, INT ldb, IN beta, OUT C, INT ldc, size_t, size_t);
typedef void blas_syrk(LETTER uplo, LETTER trans, INT n, INT k, IN alpha, IN A, INT lda,
                       IN beta, OUT C, INT ldc, size_t, size_t);
typedef void blas_syr2k(LETTER uplo, LETTER trans, INT n, INT k, IN alpha, IN A,
                        INT lda, IN B, INT ldb, IN beta, OUT C, INT ldc, size_t,
                        size_t);
typedef void blas_trmm(LETTER side, LETTER uplo, LETTER trans, LETTER diag, INT m,
                       INT n, IN alpha, IN A, INT lda, OUT B, INT ldb, size_t, size_t,
                       size_t, size_t);
extern blas_gemm sgemm_, dgemm_, cgemm_, zgemm_;
extern blas_symm ssymm_, dsymm_, csymm_, zsymm_, chemm_, zhemm_;
extern blas_syrk ssyrk_, dsyrk_, csyrk_, zsyrk_, cherk_, zherk_;
extern blas_syr2k ssyr2k_, dsyr2k_, csyr2k_, zsyr2k_, cher2k_, zher2k_;
extern blas_trmm strmm_, dtrmm_, ctrmm_, ztrmm_, strsm_, dtrsm_, ctrsm_, ztrsm_;

/* The letters of cuBLAS's enumerators, which are valid. */
#define TRANSPOSES(op) (&"NTC"[op])
#define TRIANGLE(uplo) (&"LU"[uplo])
#define DIAGONAL(diag) (&"NU"[diag])
#define SIDE(side) (&"LR"[side])

#endif
