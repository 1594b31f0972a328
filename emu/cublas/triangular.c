/* Level 3: products with triangular matrices, and solutions of equations with them. */
#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "call.h"

struct triangle {
    cublasSideMode_t side;
    cublasFillMode_t uplo;
    cublasOperation_t trans;
    cublasDiagType_t diag;
    int m, n, lda, ldb;
};

static bool check(struct call *c, const struct triangle *t)
{
    return emu_call_enum(c, "side", t->side, CUBLAS_SIDE_RIGHT) &&
           emu_call_enum(c, "uplo", t->uplo, CUBLAS_FILL_MODE_UPPER) &&
           emu_call_enum(c, "trans", t->trans, CUBLAS_OP_C) &&
           emu_call_enum(c, "diag", t->diag, CUBLAS_DIAG_UNIT) &&
           emu_call_size(c, "m", t->m) && emu_call_size(c, "n", t->n) &&
           emu_call_ld(c, "lda", t->lda, t->side == CUBLAS_SIDE_LEFT ? t->m : t->n) &&
           emu_call_ld(c, "ldb", t->ldb, t->m) && t->m > 0 && t->n > 0;
}

static void read_triangle(struct call *c, const struct triangle *t, enum element type,
                          const void *A)
{
    const bool upper = t->uplo == CUBLAS_FILL_MODE_UPPER;
    const enum part part = t->diag == CUBLAS_DIAG_UNIT
                               ? (upper ? UPPER_UNIT : LOWER_UNIT)
                           : upper ? UPPER
                                   : LOWER;
    emu_call_part(c, READS, "A", A, type, part,
                  t->side == CUBLAS_SIDE_LEFT ? t->m : t->n, t->lda);
}

static void compute(const struct triangle *t, blas_trmm *blas, enum element type,
                    double complex alpha, const void *A, void *B, int ldb)
{
    struct scalar a;
    emu_element_put(type, &a, 0, alpha);
    blas(SIDE(t->side), TRIANGLE(t->uplo), TRANSPOSES(t->trans), DIAGONAL(t->diag),
         &t->m, &t->n, &a, A, &t->lda, B, &ldb, 1, 1, 1, 1);
}

/* C = alpha op(A) B, or with A on the right; C may be B. */
static cublasStatus_t trmm(struct call *c, enum element type, blas_trmm *blas,
                           struct triangle t, const void *alpha, const void *A,
                           const void *B, void *C, int ldc)
{
    const size_t size = emu_element_size(type);
    if (!check(c, &t) || !emu_call_ld(c, "ldc", ldc, t.m))
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, type);
    if (a != 0) {
        read_triangle(c, &t, type, A);
        emu_call_matrix(c, READS, "B", B, type, t.m, t.n, t.ldb);
    }
    emu_call_matrix(c, STORES, "C", C, type, t.m, t.n, ldc);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t j = 0; j < t.n; j++) {
        char *to = (char *)C + (size_t)j * (size_t)ldc * size;
        if (a == 0)
            memset(to, 0, (size_t)t.m * size);
        else
            memmove(to, (const char *)B + (size_t)j * (size_t)t.ldb * size,
                    (size_t)t.m * size);
    }
    if (a != 0)
        compute(&t, blas, type, a, A, C, ldc);
    return emu_call_close(c);
}

/* B becomes the X of op(A) X = alpha B, or of X op(A) = alpha B; for each of a batch.
 */
static cublasStatus_t trsm(struct call *c, enum element type, blas_trmm *blas,
                           struct triangle t, const void *alpha, const void *const A[],
                           void *const B[], int count)
{
    if (!emu_call_size(c, "batchCount", count) || count == 0 || !check(c, &t))
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, type);
    for (int i = 0; i < count; i++) {
        if (a != 0)
            read_triangle(c, &t, type, A[i]);
        emu_call_matrix(c, a == 0 ? STORES : UPDATES, "B", B[i], type, t.m, t.n, t.ldb);
    }
    if (!emu_call_open(c))
        return c->status;
    for (int i = 0; i < count; i++)
        compute(&t, blas, type, a, A[i], B[i], t.ldb);
    return emu_call_close(c);
}

static cublasStatus_t trsm_batched(struct call *c, enum element type, blas_trmm *blas,
                                   struct triangle t, const void *alpha,
                                   const void *const A[], void *const B[], int count)
{
    void **a = emu_call_pointers(c, "A", A, count);
    void **b = emu_call_pointers(c, "B", B, count);
    if (!c->status)
        trsm(c, type, blas, t, alpha, (const void *const *)a, b, count);
    free(a);
    free(b);
    return c->status;
}

/* ---- The functions. */

#define SHAPE                                                                          \
    cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,             \
        cublasDiagType_t diag, int m, int n
#define TRIANGULAR(X, x, T)                                                            \
    cublasStatus_t cublas##X##trmm_v2(cublasHandle_t handle, SHAPE, const T *alpha,    \
                                      const T *A, int lda, const T *B, int ldb, T *C,  \
                                      int ldc)                                         \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "trmm");                                        \
        const struct triangle t = {side, uplo, trans, diag, m, n, lda, ldb};           \
        return trmm(&call, ELEMENT_##X, x##trmm_, t, alpha, A, B, C, ldc);             \
    }                                                                                  \
    cublasStatus_t cublas##X##trsm_v2(cublasHandle_t handle, SHAPE, const T *alpha,    \
                                      const T *A, int lda, T *B, int ldb)              \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "trsm");                                        \
        const struct triangle t = {side, uplo, trans, diag, m, n, lda, ldb};           \
        return trsm(&call, ELEMENT_##X, x##trsm_, t, alpha, (const void *[]){A},       \
                    (void *[]){B}, 1);                                                 \
    }                                                                                  \
    cublasStatus_t cublas##X##trsmBatched(cublasHandle_t handle, SHAPE,                \
                                          const T *alpha, const T *const A[], int lda, \
                                          T *const B[], int ldb, int count)            \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "trsmBatched");                                 \
        const struct triangle t = {side, uplo, trans, diag, m, n, lda, ldb};           \
        return trsm_batched(&call, ELEMENT_##X, x##trsm_, t, alpha,                    \
                            (const void *const *)A, (void *const *)B, count);          \
    }
TRIANGULAR(S, s, float)
TRIANGULAR(D, d, double)
TRIANGULAR(C, c, cuComplex)
TRIANGULAR(Z, z, cuDoubleComplex)
