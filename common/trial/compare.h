/*
 * A result beside its reference, element by element. A small problem's outputs are
 * compared whole. Of a large one, for which a float64 reference of every element would
 * take minutes, every element is looked at, and some are compared.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "operation/matrix.h"
#include "operation/problem.h"

/* Compare an output, as the call left it, with ref and bound, rows * cols numbers each.
 */
struct matrix_diff compare_all(const struct problem *p, int array, const void *got,
                               const double *ref, const double *bound);

/*
 * Look at every element of the output, and compare some by the operation's element():
 * about `want` evenly spread ones, points along the four edges, and every one that is
 * not finite, or still what it was before the call. With `sampled`, only some blocks of
 * the kernel ran: elements that are as before are passed over, unless that is all of
 * them. Stops at 1000 wrong elements. *checked is the number compared.
 */
struct matrix_diff compare_some(const struct problem *p, int array, const void *got,
                                bool sampled, size_t want, size_t *checked);

/* True if element i (a place in memory) of the output is what it was before the call,
   bit by bit. */
bool compare_unchanged(const struct problem *p, int array, const void *got, size_t i);

/* The first element between cols and ld, row by row, that the call has changed: its
   place in memory; the number of elements if there is none. */
size_t compare_padding(const struct problem *p, int array, const void *got);

#endif
