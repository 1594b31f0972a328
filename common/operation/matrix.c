/*
 * Matrices in host memory; matrix.h states the contract of each function. Never build
 * this file with -ffast-math: it lets the compiler forget that NaN and infinity exist,
 * and the comparison below needs them.
 */
#include "operation/matrix.h"

#include <math.h>
#include <string.h>

static const uint32_t poison = 0x7fc0dead;

/* SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
   OOPSLA 2014, with the mixing constants of Vigna's splitmix64.c (Stafford's 13th). */
uint64_t matrix_random(uint64_t seed, uint64_t i)
{
    uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A float holds 24 bits exactly, so the top 24 of the hash become a multiple of 2^-23
   in [-1, 1) with no rounding: the same float everywhere. */
void matrix_fill(float *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        int32_t top = (int32_t)(matrix_random(seed, i) >> 40);

        x[i] = (float)(top - (1 << 23)) * 0x1p-23f;
    }
}

void matrix_poison(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        memcpy(&x[i], &poison, sizeof poison);
}

int matrix_is_poison(const float *x)
{
    return memcmp(x, &poison, sizeof poison) == 0;
}

/* The reference's own rounding, some n 2^-53, is far below gamma's second-order term,
   n^2 2^-48, so gamma bounds both together. */
double matrix_gamma(double n)
{
    const double nu = n * 0x1p-24;

    return nu < 1 ? nu / (1 - nu) : NAN;
}

/* Of one element: sum of a*b and of |a||b| in, reference and bound out. */
static void finish(const struct matrix_problem *p, size_t at, double *ref,
                   double *bound)
{
    *ref *= p->alpha;
    *bound *= fabs((double)p->alpha);
    if (p->beta != 0) {
        *ref += (double)p->beta * p->C0[at];
        *bound += fabs((double)p->beta * p->C0[at]);
    }
    *bound *= matrix_gamma((double)p->K + 2);
}

void matrix_element(const struct matrix_problem *p, int row, int col, double *ref,
                    double *bound)
{
    const float *a = p->A + (size_t)row * p->K;
    const float *b = p->B + col;
    double sum = 0, magnitude = 0;

    for (int k = 0; k < p->K; k++) {
        double product = (double)a[k] * b[(size_t)k * p->N]; /* exact: 24 + 24 bits */

        sum += product;
        magnitude += fabs(product);
    }
    *ref = sum;
    *bound = magnitude;
    finish(p, (size_t)row * p->N + col, ref, bound);
}

/* The loops run row, k, col, so that the innermost walks B, ref and bound in memory
   order and the compiler can use vector instructions. */
void matrix_reference(const struct matrix_problem *p, double *ref, double *bound)
{
    const size_t N = p->N;

    for (size_t row = 0; row < (size_t)p->M; row++) {
        double *restrict sum = ref + row * N;
        double *restrict magnitude = bound + row * N;

        for (size_t col = 0; col < N; col++)
            sum[col] = magnitude[col] = 0;
        for (size_t k = 0; k < (size_t)p->K; k++) {
            const double a = p->A[row * p->K + k];
            const float *restrict b = p->B + k * N;

            for (size_t col = 0; col < N; col++) {
                double product = a * b[col];

                sum[col] += product;
                magnitude[col] += fabs(product);
            }
        }
        for (size_t col = 0; col < N; col++)
            finish(p, row * N + col, &sum[col], &magnitude[col]);
    }
}

struct matrix_diff matrix_compare(int M, int N, const float *C, const double *ref,
                                  const double *bound)
{
    struct matrix_diff d = {0};
    const size_t n = (size_t)M * N;

    for (size_t i = 0; i < n; i++) {
        double err = fabs(C[i] - ref[i]);

        /* Written so that NaN, which compares false with all, is wrong. An infinite
           bound would let all pass: it is wrong too. */
        if (!(err <= bound[i] && bound[i] < INFINITY)) {
            if (d.wrong++ == 0) {
                d.row = (int)(i / N);
                d.col = (int)(i % N);
                d.got = C[i];
                d.ref = ref[i];
                d.bound = bound[i];
            }
            d.unwritten += matrix_is_poison(&C[i]);
        } else if (err > d.worst * bound[i]) {
            d.worst = err / bound[i];
        }
    }
    return d;
}
