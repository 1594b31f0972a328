/*
 * Elements of arrays in host memory, of the types that kernels compute with. Knows
 * nothing of CUDA: half and bfloat16 are their 16 bits here, E4M3 its 8.
 */
#ifndef ELEMENT_H
#define ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum element {
    ELEMENT_FLOAT,    /* IEEE 754 binary32 */
    ELEMENT_HALF,     /* IEEE 754 binary16: 11 significant bits */
    ELEMENT_BFLOAT16, /* the upper half of a binary32: 8 significant bits */
    ELEMENT_E4M3,     /* 8 bits: 4 significant ones, no infinity, at most 448 */
    ELEMENT_INT32     /* of inputs alone: an index */
};

/* Bytes of one element. */
size_t element_bytes(enum element type);

/* "float32", "float16", "bfloat16", "e4m3" or "int32". */
const char *element_name(enum element type);

/* The unit roundoff: half the distance from 1 to the next larger number. 2^-24 for
   float, 2^-11 for half, 2^-8 for bfloat16, 2^-4 for E4M3; 0 for integers. */
double element_roundoff(enum element type);

/* gamma(n) = n u / (1 - n u), u the unit roundoff: how far n roundings may take a
   result, as a share of the magnitudes of its terms (Higham, Accuracy and Stability of
   Numerical Algorithms, 2nd ed., lemma 3.1). NaN, which lets nothing pass, where n u
   >= 1. */
double element_gamma(enum element type, double n);

/* Element i of an array; exact. */
double element_get(enum element type, const void *array, size_t i);

/* Elements first to first + n - 1, into x; exact, and faster than one by one. */
void element_get_some(enum element type, const void *array, size_t first, size_t n,
                      double *x);

/* Set element i to the number of this type that is nearest to x; of two equally near
   ones, to the even one. What is beyond the largest E4M3 becomes that. */
void element_set(enum element type, void *array, size_t i, double x);

/* Fill n elements with numbers in [-1, 1) drawn from `seed`, exact in this type: the
   same on every machine. Of float, what matrix_fill() makes. Integers are from 0 to
   2^31 - 1. */
void element_fill(enum element type, void *array, size_t n, uint64_t seed);

/* Fill n elements with a quiet NaN that no arithmetic makes, or a negative integer, so
   that an element which was never written shows; true if element i still holds it. */
void element_poison(enum element type, void *array, size_t n);
bool element_is_poison(enum element type, const void *array, size_t i);

#endif
