/* Level 3, besides gemm: symmetric and triangular matrices, computed by BLAS. */
#include <string.h>

#include "blas.h"
#include "call.h"

static struct scalar of(enum element type, double complex value)
{
    struct scalar s;
    emu_element_put(type, &s, 0, value);
    return s;
}

static enum part part_of(cublasFillMode_t uplo, bool unit)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? (unit ? UPPER_UNIT : UPPER)
           : unit                         ? LOWER_UNIT
                                          : LOWER;
}

/* With beta = 0, C is not read, and a NaN in it does not spread. */
static void clear(enum element type, enum part part, void *C, int m, int n, int ldc,
                  double complex beta)
{
    for (ptrdiff_t j = 0; beta == 0 && j < n; j++)
        for (ptrdiff_t i = part == LOWER ? j : 0; i < (part == UPPER ? j + 1 : m); i++)
            emu_element_put(type, C, j * ldc + i, 0);
}

static cublasStatus_t symm(struct call *c, enum element type, blas_symm *blas,
                           cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,
                           const void *alpha, const void *A, int lda, const void *B,
                           int ldb, const void *beta, void *C, int ldc)
{
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!emu_call_enum(c, "side", side, CUBLAS_SIDE_RIGHT) ||
        !emu_call_enum(c, "uplo", uplo, CUBLAS_FILL_MODE_UPPER) ||
        !emu_call_size(c, "m", m) || !emu_call_size(c, "n", n) ||
        !emu_call_ld(c, "lda", lda, order) || !emu_call_ld(c, "ldb", ldb, m) ||
        !emu_call_ld(c, "ldc", ldc, m) || !m || !n)
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, type);
    const double complex b = emu_call_value(c, "beta", beta, type);
    const struct scalar as = of(type, a), bs = of(type, b);
    if (a != 0) {
        emu_call_part(c, READS, "A", A, type, part_of(uplo, false), order, lda);
        emu_call_matrix(c, READS, "B", B, type, m, n, ldb);
    }
    emu_call_matrix(c, b == 0 ? STORES : UPDATES, "C", C, type, m, n, ldc);
    if (!emu_call_open(c))
        return c->status;
    clear(type, WHOLE, C, m, n, ldc, b);
    blas(SIDE(side), TRIANGLE(uplo), &m, &n, &as, A, &lda, B, &ldb, &bs, C, &ldc, 1, 1);
    return emu_call_close(c);
}

/* What updates a triangle of C by A, or by A and B, whose rows are n or k. */
struct update {
    cublasFillMode_t uplo;
    cublasOperation_t trans;
    int n, k, lda, ldb, ldc;
    enum element alpha, beta; /* their types */
    bool hermitian;
};

static bool check_update(struct call *c, const struct update *u, enum element type)
{
    const int rows = u->trans == CUBLAS_OP_N ? u->n : u->k;
    if (!emu_call_enum(c, "uplo", u->uplo, CUBLAS_FILL_MODE_UPPER) ||
        !emu_call_enum(c, "trans", u->trans, CUBLAS_OP_C) ||
        !emu_call_size(c, "n", u->n) || !emu_call_size(c, "k", u->k) ||
        !emu_call_ld(c, "lda", u->lda, rows) || !emu_call_ld(c, "ldb", u->ldb, rows) ||
        !emu_call_ld(c, "ldc", u->ldc, u->n))
        return false;
    if (emu_element_complex(type) &&
        u->trans == (u->hermitian ? CUBLAS_OP_T : CUBLAS_OP_C))
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE, "has trans = %s",
                        u->hermitian ? "CUBLAS_OP_T" : "CUBLAS_OP_C");
    return !c->status && u->n > 0;
}

/* B is A if there is none. */
static cublasStatus_t syrk(struct call *c, enum element type, blas_syrk *one,
                           blas_syr2k *two, struct update u, const void *alpha,
                           const void *A, const void *B, const void *beta, void *C)
{
    if (!check_update(c, &u, type))
        return c->status;
    const int rows = u.trans == CUBLAS_OP_N ? u.n : u.k;
    const int columns = u.trans == CUBLAS_OP_N ? u.k : u.n;
    const double complex a = emu_call_value(c, "alpha", alpha, u.alpha);
    const double complex b = emu_call_value(c, "beta", beta, u.beta);
    const struct scalar as = of(u.alpha, a), bs = of(u.beta, b);
    const enum part part = part_of(u.uplo, false);
    if (a != 0) {
        emu_call_matrix(c, READS, "A", A, type, rows, columns, u.lda);
        if (two)
            emu_call_matrix(c, READS, "B", B, type, rows, columns, u.ldb);
    }
    emu_call_part(c, b == 0 ? STORES : UPDATES, "C", C, type, part, u.n, u.ldc);
    if (!emu_call_open(c))
        return c->status;
    clear(type, part, C, u.n, u.n, u.ldc, b);
    if (two)
        two(TRIANGLE(u.uplo), TRANSPOSES(u.trans), &u.n, &u.k, &as, A, &u.lda, B,
            &u.ldb, &bs, C, &u.ldc, 1, 1);
    else
        one(TRIANGLE(u.uplo), TRANSPOSES(u.trans), &u.n, &u.k, &as, A, &u.lda, &bs, C,
            &u.ldc, 1, 1);
    return emu_call_close(c);
}

/* ---- The functions. */

#define SYMM(X, x, T, name)                                                            \
    cublasStatus_t cublas##X##name##_v2(                                               \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,    \
        int n, const T *alpha, const T *A, int lda, const T *B, int ldb,               \
        const T *beta, T *C, int ldc)                                                  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #name);                                         \
        return symm(&call, ELEMENT_##X, x##name##_, side, uplo, m, n, alpha, A, lda,   \
                    B, ldb, beta, C, ldc);                                             \
    }
SYMM(S, s, float, symm)
SYMM(D, d, double, symm)
SYMM(C, c, cuComplex, symm)
SYMM(Z, z, cuDoubleComplex, symm)
SYMM(C, c, cuComplex, hemm)
SYMM(Z, z, cuDoubleComplex, hemm)

/* P: the letter of alpha's and beta's parts, if `he`; type R. */
#define UPDATE(X, x, T, sy, P, R, he)                                                  \
    cublasStatus_t cublas##X##sy##rk_v2(                                               \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n,  \
        int k, const R *alpha, const T *A, int lda, const R *beta, T *C, int ldc)      \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #sy "rk");                                      \
        const struct update u = {uplo, trans, n,           k,           lda,           \
                                 lda,  ldc,   ELEMENT_##P, ELEMENT_##P, he};           \
        return syrk(&call, ELEMENT_##X, x##sy##rk_, NULL, u, alpha, A, A, beta, C);    \
    }                                                                                  \
    cublasStatus_t cublas##X##sy##r2k_v2(                                              \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n,  \
        int k, const T *alpha, const T *A, int lda, const T *B, int ldb,               \
        const R *beta, T *C, int ldc)                                                  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #sy "r2k");                                     \
        const struct update u = {uplo, trans, n,           k,           lda,           \
                                 ldb,  ldc,   ELEMENT_##X, ELEMENT_##P, he};           \
        return syrk(&call, ELEMENT_##X, NULL, x##sy##r2k_, u, alpha, A, B, beta, C);   \
    }
UPDATE(S, s, float, sy, S, float, false)
UPDATE(D, d, double, sy, D, double, false)
UPDATE(C, c, cuComplex, sy, C, cuComplex, false)
UPDATE(Z, z, cuDoubleComplex, sy, Z, cuDoubleComplex, false)
UPDATE(C, c, cuComplex, he, S, float, true)
UPDATE(Z, z, cuDoubleComplex, he, D, double, true)
