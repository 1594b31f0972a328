/*
 * Two float32 results of one product. They may differ by both results' bounds, where
 * |A||B| is replaced by what it cannot exceed (Cauchy and Schwarz): the norms of a row
 * of A and a column of B.
 */
#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "operation/sgemm_operation.h"

/* Add to *d what was found in `one`, whose first column is C's `col` in row `row`. */
static void merge(struct matrix_diff *d, const struct matrix_diff *one, int row,
                  int col)
{
    if (one->wrong && d->wrong == 0) {
        d->row = row;
        d->col = col + one->col;
        d->got = one->got;
        d->ref = one->ref;
        d->bound = one->bound;
    }
    d->wrong += one->wrong;
    d->unwritten += one->unwritten;
    d->worst = fmax(d->worst, one->worst);
}

/* norms[i] = the 2-norm of a's row i, or of b's column i. */
static double *row_norms(const float *a, size_t rows, size_t cols)
{
    double *norms = host_alloc_double(rows);

    for (size_t row = 0; row < rows; row++) {
        norms[row] = 0;
        for (size_t col = 0; col < cols; col++)
            norms[row] += (double)a[row * cols + col] * a[row * cols + col];
        norms[row] = sqrt(norms[row]);
    }
    return norms;
}

static double *col_norms(const float *b, size_t rows, size_t cols)
{
    double *norms = host_alloc_double(cols);

    for (size_t col = 0; col < cols; col++)
        norms[col] = 0;
    for (size_t row = 0; row < rows; row++)
        for (size_t col = 0; col < cols; col++)
            norms[col] += (double)b[row * cols + col] * b[row * cols + col];
    for (size_t col = 0; col < cols; col++)
        norms[col] = sqrt(norms[col]);
    return norms;
}

struct matrix_diff sgemm_agree(const struct problem *of, int array, const void *got,
                               const void *peers)
{
    const struct matrix_problem problem = sgemm_problem(of), *p = &problem;
    const float *C = got, *other = peers;
    const double share = 2 * matrix_gamma((double)p->K + 2);
    double *a = row_norms(p->A, p->M, p->K);
    double *b = col_norms(p->B, p->K, p->N);
    double *ref = host_alloc_double(p->N);
    double *bound = host_alloc_double(p->N);
    struct matrix_diff d = {0};

    (void)array;
    for (int row = 0; row < p->M; row++) {
        const size_t at = (size_t)row * p->N;
        struct matrix_diff one;

        for (int col = 0; col < p->N; col++) {
            const double c0 =
                p->beta != 0 ? fabs((double)p->beta * p->C0[at + col]) : 0;

            ref[col] = other[at + col];
            bound[col] = share * (fabs((double)p->alpha) * a[row] * b[col] + c0);
        }
        one = matrix_compare(1, p->N, C + at, ref, bound);
        merge(&d, &one, row, 0);
    }
    free(a);
    free(b);
    free(ref);
    free(bound);
    return d;
}
