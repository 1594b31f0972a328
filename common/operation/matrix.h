/*
 * Matrices in host memory: seeded contents, a float64 reference product, the error
 * that float32 arithmetic is allowed, and the comparison. Knows nothing of CUDA.
 */
#ifndef MATRIX_H
#define MATRIX_H

#include <stddef.h>
#include <stdint.h>

/* Number i of the stream of random 64-bit numbers that `seed` names: a hash of the two,
   with no state and no order of calls. */
uint64_t matrix_random(uint64_t seed, uint64_t i);

/* Fill n floats with values in [-1, 1) drawn from `seed`: the same on every machine.
   Cannot fail. */
void matrix_fill(float *x, size_t n, uint64_t seed);

/* Fill n floats with a quiet NaN that no arithmetic makes (0x7fc0dead), so that an
   element which was never written shows. Cannot fail. */
void matrix_poison(float *x, size_t n);

/* 1 where *x still holds the pattern of matrix_poison(), else 0. */
int matrix_is_poison(const float *x);

/* One problem: C = alpha*A*B + beta*C0, all host arrays, row-major and contiguous.
   Where beta is 0, C0 is not read. */
struct matrix_problem {
    int M, N, K;
    float alpha, beta;
    const float *A, *B; /* M x K, K x N */
    const float *C0;    /* M x N: what C held before */
};

/* gamma(n) = n u / (1 - n u), u = 2^-24: how far n roundings to float32 may take a
   result, as a share of its terms. NaN, which lets nothing pass, where n u >= 1. */
double matrix_gamma(double n);

/*
 * The reference for one element, in float64, and how far a float32 result may lie
 * from it: matrix_gamma(K+2) * (|alpha| (|A||B|) + |beta| |C0|), which holds for any
 * order of summation, with or without fma. Cannot fail.
 * Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section
 * 3.5 and lemma 3.1.
 */
void matrix_element(const struct matrix_problem *p, int row, int col, double *ref,
                    double *bound);

/* The same for all M x N elements at once, much faster; ref and bound hold M * N. */
void matrix_reference(const struct matrix_problem *p, double *ref, double *bound);

/* What a comparison found. With wrong == 0 the other fields, except worst, are 0. */
struct matrix_diff {
    size_t wrong;     /* elements further from ref than bound; NaN is always wrong */
    size_t unwritten; /* of these, the ones that still hold the poison */
    int row, col;     /* the first wrong element in row-major order */
    float got;
    double ref, bound;
    double worst; /* largest |c - ref| / bound of the right elements: 0 to 1 */
};

/* Compare C (M x N) with ref and bound element by element. Cannot fail. */
struct matrix_diff matrix_compare(int M, int N, const float *C, const double *ref,
                                  const double *bound);

#endif
