/* Checking large results at some elements; spot.h states the contract. */
#include "spot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_alloc.h"

enum { ENOUGH = 1000, EDGE_POINTS = 64 };

static bool unchanged(const struct matrix_problem *p, const float *C, size_t i)
{
    return memcmp(&C[i], &p->C0[i], sizeof *C) == 0;
}

/* Whether (row, col) is one of the points along the edges; the corners are. */
static bool on_edge(const struct matrix_problem *p, int row, int col)
{
    const int every_row = (p->M - 1) / EDGE_POINTS + 1;
    const int every_col = (p->N - 1) / EDGE_POINTS + 1;
    const bool side = col == 0 || col == p->N - 1;
    const bool end = row == 0 || row == p->M - 1;

    return (side && (end || row % every_row == 0)) || (end && col % every_col == 0);
}

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

static void judge_element(struct matrix_diff *d, const struct matrix_problem *p,
                          const float *C, int row, int col)
{
    struct matrix_diff one;
    double ref, bound;

    matrix_element(p, row, col, &ref, &bound);
    one = matrix_compare(1, 1, &C[(size_t)row * p->N + col], &ref, &bound);
    merge(d, &one, row, col);
}

struct matrix_diff spot_check(const struct matrix_problem *p, const float *C,
                              bool sampled, size_t want, size_t *checked)
{
    const size_t n = (size_t)p->M * p->N;
    /* |sum of K products| <= K for inputs in [-1, 1]; twice that leaves room. */
    const double largest = 2 * (fabs(p->alpha) * p->K + fabs(p->beta));
    struct matrix_diff d = {0};
    size_t candidates = n, every, seen = 0;

    if (sampled) {
        candidates = 0;
        for (size_t i = 0; i < n; i++)
            candidates += !unchanged(p, C, i);
        if (candidates == 0) {
            sampled = false;
            candidates = n;
        }
    }
    /* Odd, so that the walk meets every column where N is a power of two. */
    every = (want ? candidates / want : 0) | 1;

    *checked = 0;
    for (size_t i = 0; i < n && d.wrong < ENOUGH; i++) {
        const int row = (int)(i / p->N), col = (int)(i % p->N);
        const bool same = unchanged(p, C, i);

        if (sampled && same)
            continue;
        if (seen++ % every == 0 || same || on_edge(p, row, col) ||
            !(fabsf(C[i]) <= largest)) {
            judge_element(&d, p, C, row, col);
            ++*checked;
        }
    }
    return d;
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

struct matrix_diff spot_agree(const struct matrix_problem *p, const float *C,
                              const float *other)
{
    const double share = 2 * matrix_gamma((double)p->K + 2);
    double *a = row_norms(p->A, p->M, p->K);
    double *b = col_norms(p->B, p->K, p->N);
    double *ref = host_alloc_double(p->N);
    double *bound = host_alloc_double(p->N);
    struct matrix_diff d = {0};

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
