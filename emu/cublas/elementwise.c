/* Functions of cuBLAS that BLAS has not: sums of matrices, and products with a diagonal
   one. */
#include "call.h"

/* Element (i, j) of op(A). */
static double complex of(enum element type, const void *A, ptrdiff_t ld, int trans,
                         ptrdiff_t i, ptrdiff_t j)
{
    const double complex a =
        emu_element_get(type, A, trans == CUBLAS_OP_N ? j * ld + i : i * ld + j);
    return trans == CUBLAS_OP_C ? conj(a) : a;
}

/* C = alpha op(A) + beta op(B). */
static cublasStatus_t geam(struct call *c, enum element type, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const void *alpha,
                           const void *A, int lda, const void *beta, const void *B,
                           int ldb, void *C, int ldc)
{
    if (!emu_call_enum(c, "transa", transa, CUBLAS_OP_C) ||
        !emu_call_enum(c, "transb", transb, CUBLAS_OP_C) || !emu_call_size(c, "m", m) ||
        !emu_call_size(c, "n", n) || !emu_call_ld(c, "lda", lda, transa ? n : m) ||
        !emu_call_ld(c, "ldb", ldb, transb ? n : m) || !emu_call_ld(c, "ldc", ldc, m) ||
        !m || !n)
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, type);
    const double complex b = emu_call_value(c, "beta", beta, type);
    if (a != 0)
        emu_call_matrix(c, READS, "A", A, type, transa ? n : m, transa ? m : n, lda);
    if (b != 0)
        emu_call_matrix(c, READS, "B", B, type, transb ? n : m, transb ? m : n, ldb);
    emu_call_matrix(c, STORES, "C", C, type, m, n, ldc);
    if ((C == A && a != 0 && transa) || (C == B && b != 0 && transb))
        return emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE,
                               "transposes a matrix in place");
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t j = 0; j < n; j++)
        for (ptrdiff_t i = 0; i < m; i++) {
            double complex sum = 0;
            if (a != 0)
                sum += a * of(type, A, lda, transa, i, j);
            if (b != 0)
                sum += b * of(type, B, ldb, transb, i, j);
            emu_element_put(type, C, j * ldc + i, sum);
        }
    return emu_call_close(c);
}

/* C = A diag(x), or diag(x) A on the left. */
static cublasStatus_t dgmm(struct call *c, enum element type, cublasSideMode_t side,
                           int m, int n, const void *A, int lda, const void *x,
                           int incx, void *C, int ldc)
{
    const ptrdiff_t length = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!emu_call_enum(c, "side", side, CUBLAS_SIDE_RIGHT) ||
        !emu_call_size(c, "m", m) || !emu_call_size(c, "n", n) ||
        !emu_call_ld(c, "lda", lda, m) || !emu_call_ld(c, "ldc", ldc, m) || !m || !n)
        return c->status;
    emu_call_matrix(c, READS, "A", A, type, m, n, lda);
    emu_call_vector(c, READS, "x", x, type, (int)length, incx);
    emu_call_matrix(c, STORES, "C", C, type, m, n, ldc);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t j = 0; j < n; j++)
        for (ptrdiff_t i = 0; i < m; i++) {
            const ptrdiff_t k = side == CUBLAS_SIDE_LEFT ? i : j;
            const ptrdiff_t at = incx < 0 ? (k - length + 1) * incx : k * incx;
            emu_element_put(type, C, j * ldc + i,
                            emu_element_get(type, A, j * lda + i) *
                                emu_element_get(type, x, at));
        }
    return emu_call_close(c);
}

#define ELEMENTWISE(X, T)                                                              \
    cublasStatus_t cublas##X##geam(cublasHandle_t handle, cublasOperation_t transa,    \
                                   cublasOperation_t transb, int m, int n,             \
                                   const T *alpha, const T *A, int lda, const T *beta, \
                                   const T *B, int ldb, T *C, int ldc)                 \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "geam");                                        \
        return geam(&call, ELEMENT_##X, transa, transb, m, n, alpha, A, lda, beta, B,  \
                    ldb, C, ldc);                                                      \
    }                                                                                  \
    cublasStatus_t cublas##X##dgmm(cublasHandle_t handle, cublasSideMode_t side,       \
                                   int m, int n, const T *A, int lda, const T *x,      \
                                   int incx, T *C, int ldc)                            \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "dgmm");                                        \
        return dgmm(&call, ELEMENT_##X, side, m, n, A, lda, x, incx, C, ldc);          \
    }
ELEMENTWISE(S, float)
ELEMENTWISE(D, double)
ELEMENTWISE(C, cuComplex)
ELEMENTWISE(Z, cuDoubleComplex)
