/* A problem in host memory: its arrays' extents and contents, and what it is in words.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdint.h>

#include "operation/operation.h"

/* True if size i is some array's leading dimension. */
bool problem_is_ld(const struct operation *o, int i);

/* The least leading dimension of so many columns that the operation allows. */
int problem_least_ld(const struct operation *o, int cols);

/* Of one array. rows * ld elements are allocated: the last row is as long as others. */
struct extent {
    size_t rows, cols, ld;
};
struct extent problem_extent(const struct problem *p, int array);
size_t problem_elements(const struct problem *p, int array); /* rows * ld */
/* Bytes of the elements of all outputs. */
double problem_output_bytes(const struct problem *p);

/* A row of an array in float64, without what lies between its columns and ld: exact. */
void problem_row(const struct problem *p, int array, size_t row, double *x);

/* Each element of an output in float64, and its bound: operation.h's reference(). */
void problem_reference(const struct problem *p, int array, double *ref, double *bound);

/*
 * Make the arrays of a problem whose `of`, `size` and `scalar` are set. A leading
 * dimension of 0 becomes the least that is possible. Array i is drawn from seed + i, or
 * poisoned if it is an output that the function may not read; so is what lies between
 * cols and ld. Exits with status 2 if memory is short. Release with problem_free().
 */
void problem_fill(struct problem *p, uint64_t seed);
void problem_free(struct problem *p);

/* Change the inputs that are floats, drawn from `seed`: those of each array are
   multiplied by one power of two from 1/64 to 64, and a few of them by 8 more, or by
   0. `largest` of the operation is about other inputs then. */
void problem_vary(struct problem *p, uint64_t seed);

/* operation.h's reads(). */
bool problem_reads(const struct problem *p, int array);

/* "sgemm(M=1, N=2, K=3, alpha=0.5, beta=3)" */
void problem_text(const struct problem *p, char *text, size_t size);

/* The problem that problem_text() has put in words, without its arrays. Text behind the
   closing parenthesis does not matter. False if it is none. */
bool problem_parse(struct problem *p, const char *text);

/* Sizes as tables have them: "M=8,N=8,K=8". */
void problem_sizes_text(const struct operation *o, const int size[], char *text,
                        size_t bytes);
/* The sizes of such a text. False if it is none of this operation. */
bool problem_sizes_parse(const struct operation *o, const char *text,
                         int size[OPERATION_SIZES]);

/* For sentences, without leading dimensions: "M = N = K = 8" if all are alike, else
   "heads = 2, N = 8, d = 64, causal = 1". */
void problem_sizes_said(const struct operation *o, const int size[], char *text,
                        size_t bytes);

/* Print the sizes that are no leading dimensions as columns of a table: their names, or
   if `size` is not NULL their values. */
void problem_print_columns(const struct operation *o, const int size[]);

/* Set every size that is no leading dimension to n, or to its usual one. */
void problem_all_sizes(const struct operation *o, int n, int size[OPERATION_SIZES]);

/* The operation's formula with these scalars: "C = 0.5*A*B + 3*C" */
void problem_formula(const struct operation *o, const float scalar[], char *text,
                     size_t size);

/* Where element (row, col) of an array is, in words: "row 3, column 5", or of a vector
   "index 5". */
void problem_place(const struct problem *p, int array, size_t row, size_t col,
                   char *text, size_t size);

#endif
