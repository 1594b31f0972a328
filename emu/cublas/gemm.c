/* Products of matrices; gemm.h has the contract. BLAS computes those whose matrices
   have one of its types. Others are converted to float or double, and C back. */
#include "gemm.h"

#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "settings.h"

bool emu_gemm_begin(struct call *c, struct gemm *g, const void *alpha, const void *beta)
{
    if (!emu_call_enum(c, "transa", g->transa, CUBLAS_OP_C) ||
        !emu_call_enum(c, "transb", g->transb, CUBLAS_OP_C) ||
        !emu_call_size(c, "m", g->m) || !emu_call_size(c, "n", g->n) ||
        !emu_call_size(c, "k", g->k) ||
        !emu_call_ld(c, "lda", g->lda, g->transa ? g->k : g->m) ||
        !emu_call_ld(c, "ldb", g->ldb, g->transb ? g->n : g->k) ||
        !emu_call_ld(c, "ldc", g->ldc, g->m) || g->m == 0 || g->n == 0)
        return false;
    g->alpha = emu_call_value(c, "alpha", alpha, g->scale);
    g->beta = emu_call_value(c, "beta", beta, g->scale);
    return !c->status;
}

void emu_gemm_operands(struct call *c, const struct gemm *g, const void *A,
                       const void *B, const void *C)
{
    if (g->alpha != 0) {
        emu_call_matrix(c, READS, "A", A, g->a, g->transa ? g->k : g->m,
                        g->transa ? g->m : g->k, g->lda);
        emu_call_matrix(c, READS, "B", B, g->b, g->transb ? g->n : g->k,
                        g->transb ? g->k : g->n, g->ldb);
    }
    emu_call_matrix(c, g->beta == 0 ? STORES : UPDATES, "C", C, g->c, g->m, g->n,
                    g->ldc);
}

static void blas(const struct gemm *g, const void *A, const void *B, void *C)
{
    static blas_gemm *const of[] = {sgemm_, dgemm_, cgemm_, zgemm_};
    const size_t size = emu_element_size(g->c);
    struct scalar alpha, beta;
    emu_element_put(g->c, &alpha, 0, g->alpha);
    emu_element_put(g->c, &beta, 0, g->beta);
    for (int j = 0; g->beta == 0 && j < g->n; j++) /* a NaN in C does not spread */
        memset((char *)C + (size_t)j * (size_t)g->ldc * size, 0, (size_t)g->m * size);
    of[g->c](TRANSPOSES(g->transa), TRANSPOSES(g->transb), &g->m, &g->n, &g->k, &alpha,
             A, &g->lda, B, &g->ldb, &beta, C, &g->ldc, 1, 1);
}

/* The matrix in another type, without gaps; to be freed. */
static void *converted(enum element to, enum element from, const void *matrix, int rows,
                       int columns, int ld)
{
    void *all = emu_allocate((uint64_t)rows * (uint64_t)columns + 1,
                             emu_element_size(to), "a matrix");
    for (ptrdiff_t j = 0; j < columns; j++)
        for (ptrdiff_t i = 0; i < rows; i++)
            emu_element_put(to, all, j * rows + i,
                            emu_element_get(from, matrix, j * ld + i));
    return all;
}

void emu_gemm_compute(const struct gemm *g, const void *A, const void *B, void *C)
{
    if (g->a == g->c && g->b == g->c && g->c <= ELEMENT_Z) {
        blas(g, A, B, C);
        return;
    }
    /* Sums of integers are exact in double. */
    const bool exact = g->scale == ELEMENT_I32;
    const int rows_a = g->transa ? g->k : g->m, rows_b = g->transb ? g->n : g->k;
    struct gemm f = *g;
    f.a = f.b = f.c = exact ? ELEMENT_D : emu_element_complex(g->c) ? g->c : ELEMENT_S;
    f.alpha = 1;
    f.beta = 0;
    f.lda = rows_a ? rows_a : 1;
    f.ldb = rows_b ? rows_b : 1;
    f.ldc = g->m;
    void *sum = emu_allocate((uint64_t)g->m * (uint64_t)g->n, emu_element_size(f.c),
                             "a matrix");
    if (g->alpha != 0 && g->k > 0) {
        void *a = converted(f.a, g->a, A, rows_a, g->transa ? g->m : g->k, g->lda);
        void *b = converted(f.b, g->b, B, rows_b, g->transb ? g->k : g->n, g->ldb);
        blas(&f, a, b, sum);
        free(a);
        free(b);
    }
    for (ptrdiff_t j = 0; j < g->n; j++)
        for (ptrdiff_t i = 0; i < g->m; i++) {
            double complex value = g->alpha * emu_element_get(f.c, sum, j * g->m + i);
            if (g->beta != 0)
                value += g->beta * emu_element_get(g->c, C, j * g->ldc + i);
            emu_element_put(g->c, C, j * g->ldc + i, value);
        }
    free(sum);
}

/* ---- Batches. */

static const void *moved(const void *matrix, enum element type, long long stride, int i)
{
    return (const char *)matrix + stride * i * (long long)emu_element_size(type);
}

cublasStatus_t emu_gemm_strided(struct call *c, struct gemm *g, const void *alpha,
                                const void *beta, const void *A, const void *B, void *C,
                                struct strides s, int n)
{
    if (!emu_call_size(c, "batchCount", n) || n == 0 ||
        !emu_gemm_begin(c, g, alpha, beta))
        return c->status;
    for (int i = 0; i < n; i++)
        emu_gemm_operands(c, g, moved(A, g->a, s.a, i), moved(B, g->b, s.b, i),
                          moved(C, g->c, s.c, i));
    if (!emu_call_open(c))
        return c->status;
    for (int i = 0; i < n; i++)
        emu_gemm_compute(g, moved(A, g->a, s.a, i), moved(B, g->b, s.b, i),
                         (void *)moved(C, g->c, s.c, i));
    return emu_call_close(c);
}

cublasStatus_t emu_gemm_pointers(struct call *c, struct gemm *g, const void *alpha,
                                 const void *beta, const void *const A[],
                                 const void *const B[], void *const C[], int n)
{
    if (!emu_call_size(c, "batchCount", n) || n == 0 ||
        !emu_gemm_begin(c, g, alpha, beta))
        return c->status;
    void **a = emu_call_pointers(c, "Aarray", A, n);
    void **b = emu_call_pointers(c, "Barray", B, n);
    void **out = emu_call_pointers(c, "Carray", C, n);
    for (int i = 0; !c->status && i < n; i++)
        emu_gemm_operands(c, g, a[i], b[i], out[i]);
    if (!c->status && emu_call_open(c)) {
        for (int i = 0; i < n; i++)
            emu_gemm_compute(g, a[i], b[i], out[i]);
        emu_call_close(c);
    }
    free(a);
    free(b);
    free(out);
    return c->status;
}
