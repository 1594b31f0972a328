/* Level 2: a matrix and vectors, computed by BLAS. */
#include "blas.h"
#include "call.h"

/* A scalar of the element's type, for BLAS. */
static struct scalar of(enum element type, double complex value)
{
    struct scalar s;
    emu_element_put(type, &s, 0, value);
    return s;
}

/* With beta = 0, y is not read, and a NaN in it does not spread. */
static void clear(enum element type, void *y, int n, int increment, double complex beta)
{
    const ptrdiff_t step = increment < 0 ? -(ptrdiff_t)increment : increment;
    for (ptrdiff_t i = 0; beta == 0 && i < n; i++)
        emu_element_put(type, y, i * step, 0);
}

static enum part part_of(cublasFillMode_t uplo, bool unit)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? (unit ? UPPER_UNIT : UPPER)
           : unit                         ? LOWER_UNIT
                                          : LOWER;
}

static bool increment(struct call *c, const char *name, int value)
{
    if (!c->status && value == 0)
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE, "has %s = 0", name);
    return !c->status;
}

static cublasStatus_t gemv(struct call *c, enum element type, blas_gemv *blas,
                           cublasOperation_t trans, int m, int n, const void *alpha,
                           const void *A, int lda, const void *x, int incx,
                           const void *beta, void *y, int incy)
{
    const int in = trans == CUBLAS_OP_N ? n : m, out = trans == CUBLAS_OP_N ? m : n;
    if (!emu_call_enum(c, "trans", trans, CUBLAS_OP_C) || !emu_call_size(c, "m", m) ||
        !emu_call_size(c, "n", n) || !emu_call_ld(c, "lda", lda, m) ||
        !increment(c, "incx", incx) || !increment(c, "incy", incy) || !m || !n)
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, type);
    const double complex b = emu_call_value(c, "beta", beta, type);
    const struct scalar as = of(type, a), bs = of(type, b);
    if (a != 0) {
        emu_call_matrix(c, READS, "A", A, type, m, n, lda);
        emu_call_vector(c, READS, "x", x, type, in, incx);
    }
    emu_call_vector(c, b == 0 ? STORES : UPDATES, "y", y, type, out, incy);
    if (!emu_call_open(c))
        return c->status;
    clear(type, y, out, incy, b);
    blas(TRANSPOSES(trans), &m, &n, &as, A, &lda, x, &incx, &bs, y, &incy, 1);
    return emu_call_close(c);
}

static cublasStatus_t symv(struct call *c, enum element type, blas_symv *blas,
                           cublasFillMode_t uplo, int n, const void *alpha,
                           const void *A, int lda, const void *x, int incx,
                           const void *beta, void *y, int incy)
{
    if (!emu_call_enum(c, "uplo", uplo, CUBLAS_FILL_MODE_UPPER) ||
        !emu_call_size(c, "n", n) || !emu_call_ld(c, "lda", lda, n) ||
        !increment(c, "incx", incx) || !increment(c, "incy", incy) || !n)
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, type);
    const double complex b = emu_call_value(c, "beta", beta, type);
    const struct scalar as = of(type, a), bs = of(type, b);
    if (a != 0) {
        emu_call_part(c, READS, "A", A, type, part_of(uplo, false), n, lda);
        emu_call_vector(c, READS, "x", x, type, n, incx);
    }
    emu_call_vector(c, b == 0 ? STORES : UPDATES, "y", y, type, n, incy);
    if (!emu_call_open(c))
        return c->status;
    clear(type, y, n, incy, b);
    blas(TRIANGLE(uplo), &n, &as, A, &lda, x, &incx, &bs, y, &incy, 1);
    return emu_call_close(c);
}

static cublasStatus_t ger(struct call *c, enum element type, blas_ger *blas, int m,
                          int n, const void *alpha, const void *x, int incx,
                          const void *y, int incy, void *A, int lda)
{
    if (!emu_call_size(c, "m", m) || !emu_call_size(c, "n", n) ||
        !emu_call_ld(c, "lda", lda, m) || !increment(c, "incx", incx) ||
        !increment(c, "incy", incy) || !m || !n)
        return c->status;
    const struct scalar a = of(type, emu_call_value(c, "alpha", alpha, type));
    emu_call_vector(c, READS, "x", x, type, m, incx);
    emu_call_vector(c, READS, "y", y, type, n, incy);
    emu_call_matrix(c, UPDATES, "A", A, type, m, n, lda);
    if (!emu_call_open(c))
        return c->status;
    blas(&m, &n, &a, x, &incx, y, &incy, A, &lda);
    return emu_call_close(c);
}

static cublasStatus_t syr(struct call *c, enum element type, blas_syr *blas,
                          cublasFillMode_t uplo, int n, const void *alpha,
                          const void *x, int incx, void *A, int lda)
{
    const enum element part = emu_element_part(type);
    if (!emu_call_enum(c, "uplo", uplo, CUBLAS_FILL_MODE_UPPER) ||
        !emu_call_size(c, "n", n) || !emu_call_ld(c, "lda", lda, n) ||
        !increment(c, "incx", incx) || !n)
        return c->status;
    const struct scalar a = of(part, emu_call_value(c, "alpha", alpha, part));
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_part(c, UPDATES, "A", A, type, part_of(uplo, false), n, lda);
    if (!emu_call_open(c))
        return c->status;
    blas(TRIANGLE(uplo), &n, &a, x, &incx, A, &lda, 1);
    return emu_call_close(c);
}

static cublasStatus_t syr2(struct call *c, enum element type, blas_syr2 *blas,
                           cublasFillMode_t uplo, int n, const void *alpha,
                           const void *x, int incx, const void *y, int incy, void *A,
                           int lda)
{
    if (!emu_call_enum(c, "uplo", uplo, CUBLAS_FILL_MODE_UPPER) ||
        !emu_call_size(c, "n", n) || !emu_call_ld(c, "lda", lda, n) ||
        !increment(c, "incx", incx) || !increment(c, "incy", incy) || !n)
        return c->status;
    const struct scalar a = of(type, emu_call_value(c, "alpha", alpha, type));
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_vector(c, READS, "y", y, type, n, incy);
    emu_call_part(c, UPDATES, "A", A, type, part_of(uplo, false), n, lda);
    if (!emu_call_open(c))
        return c->status;
    blas(TRIANGLE(uplo), &n, &a, x, &incx, y, &incy, A, &lda, 1);
    return emu_call_close(c);
}

/* x becomes A x, or the solution of A y = x. */
static cublasStatus_t trmv(struct call *c, enum element type, blas_trmv *blas,
                           cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int n, const void *A, int lda,
                           void *x, int incx)
{
    if (!emu_call_enum(c, "uplo", uplo, CUBLAS_FILL_MODE_UPPER) ||
        !emu_call_enum(c, "trans", trans, CUBLAS_OP_C) ||
        !emu_call_enum(c, "diag", diag, CUBLAS_DIAG_UNIT) ||
        !emu_call_size(c, "n", n) || !emu_call_ld(c, "lda", lda, n) ||
        !increment(c, "incx", incx) || !n)
        return c->status;
    emu_call_part(c, READS, "A", A, type, part_of(uplo, diag == CUBLAS_DIAG_UNIT), n,
                  lda);
    emu_call_vector(c, UPDATES, "x", x, type, n, incx);
    if (!emu_call_open(c))
        return c->status;
    blas(TRIANGLE(uplo), TRANSPOSES(trans), DIAGONAL(diag), &n, A, &lda, x, &incx, 1, 1,
         1);
    return emu_call_close(c);
}

/* ---- The functions. */

#define ANY(X, x, T)                                                                   \
    cublasStatus_t cublas##X##gemv_v2(                                                 \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha,  \
        const T *A, int lda, const T *v, int incx, const T *beta, T *y, int incy)      \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "gemv");                                        \
        return gemv(&call, ELEMENT_##X, x##gemv_, trans, m, n, alpha, A, lda, v, incx, \
                    beta, y, incy);                                                    \
    }                                                                                  \
    cublasStatus_t cublas##X##trmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,    \
                                      cublasOperation_t trans, cublasDiagType_t diag,  \
                                      int n, const T *A, int lda, T *v, int incx)      \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "trmv");                                        \
        return trmv(&call, ELEMENT_##X, x##trmv_, uplo, trans, diag, n, A, lda, v,     \
                    incx);                                                             \
    }                                                                                  \
    cublasStatus_t cublas##X##trsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,    \
                                      cublasOperation_t trans, cublasDiagType_t diag,  \
                                      int n, const T *A, int lda, T *v, int incx)      \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "trsv");                                        \
        return trmv(&call, ELEMENT_##X, x##trsv_, uplo, trans, diag, n, A, lda, v,     \
                    incx);                                                             \
    }
ANY(S, s, float)
ANY(D, d, double)
ANY(C, c, cuComplex)
ANY(Z, z, cuDoubleComplex)

#define GER(X, x, T, name)                                                             \
    cublasStatus_t cublas##X##name##_v2(cublasHandle_t handle, int m, int n,           \
                                        const T *alpha, const T *v, int incx,          \
                                        const T *y, int incy, T *A, int lda)           \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #name);                                         \
        return ger(&call, ELEMENT_##X, x##name##_, m, n, alpha, v, incx, y, incy, A,   \
                   lda);                                                               \
    }
GER(S, s, float, ger)
GER(D, d, double, ger)
GER(C, c, cuComplex, geru)
GER(C, c, cuComplex, gerc)
GER(Z, z, cuDoubleComplex, geru)
GER(Z, z, cuDoubleComplex, gerc)

/* `sy` for real elements, `he` for complex ones, whose alpha of a rank of 1 is real. */
#define SYMMETRIC(X, x, T, R, sy)                                                      \
    cublasStatus_t cublas##X##sy##mv_v2(                                               \
        cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *alpha,           \
        const T *A, int lda, const T *v, int incx, const T *beta, T *y, int incy)      \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #sy "mv");                                      \
        return symv(&call, ELEMENT_##X, x##sy##mv_, uplo, n, alpha, A, lda, v, incx,   \
                    beta, y, incy);                                                    \
    }                                                                                  \
    cublasStatus_t cublas##X##sy##r_v2(cublasHandle_t handle, cublasFillMode_t uplo,   \
                                       int n, const R *alpha, const T *v, int incx,    \
                                       T *A, int lda)                                  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #sy "r");                                       \
        return syr(&call, ELEMENT_##X, x##sy##r_, uplo, n, alpha, v, incx, A, lda);    \
    }                                                                                  \
    cublasStatus_t cublas##X##sy##r2_v2(cublasHandle_t handle, cublasFillMode_t uplo,  \
                                        int n, const T *alpha, const T *v, int incx,   \
                                        const T *y, int incy, T *A, int lda)           \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #sy "r2");                                      \
        return syr2(&call, ELEMENT_##X, x##sy##r2_, uplo, n, alpha, v, incx, y, incy,  \
                    A, lda);                                                           \
    }
SYMMETRIC(S, s, float, float, sy)
SYMMETRIC(D, d, double, double, sy)
SYMMETRIC(C, c, cuComplex, float, he)
SYMMETRIC(Z, z, cuDoubleComplex, double, he)
