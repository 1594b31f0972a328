/*
 * Checking a result too large for a float64 reference of every element. Knows no CUDA.
 */
#ifndef SPOT_H
#define SPOT_H

#include <stdbool.h>
#include <stddef.h>

#include "matrix.h"

/*
 * Look at every element of C, and at some by matrix_element(): about `want` evenly
 * spread ones, points along the four edges, and every one that looks suspicious: not
 * finite, larger than any result can be, or still what C0 held.
 * With `sampled`, only some blocks of the kernel ran: elements that C0 still explains
 * are passed over, unless that is all of them.
 * Inputs must lie in [-1, 1]. Stops at 1000 wrong elements. *checked is the number of
 * elements that matrix_element() judged.
 */
struct matrix_diff spot_check(const struct matrix_problem *p, const float *C,
                              bool sampled, size_t want, size_t *checked);

/*
 * Compare every element of C with `other`, a float32 result of the same problem. They
 * may differ by both results' bounds, where |A||B| is replaced by what it cannot exceed
 * (Cauchy and Schwarz): the norms of a row of A and a column of B. `ref` in the answer
 * is other's element.
 */
struct matrix_diff spot_agree(const struct matrix_problem *p, const float *C,
                              const float *other);

#endif
