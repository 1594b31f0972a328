/* An output as sums of products, with what they are called: operation.h's
   operation_product for one problem. */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "operation/problem.h"

struct product {
    const struct problem *p;
    const struct operation_product *of;
    size_t rows, cols, k; /* the output is rows x cols, of sums of k products */
};

/* False if the array is no sum of products. */
bool product_of(const struct problem *p, int array, struct product *x);

/* Where element (i, k) of left, or (k, i) of right, is in its array. */
struct place {
    size_t row, col;
};
struct place product_place(const struct product *x, bool left, size_t i, size_t k);

/* Left as rows x k numbers, or right as k x cols, as they are multiplied. Release with
   free(). */
double *product_factors(const struct product *x, bool left);

/* "A", "rows" or "columns": what left, or right, is called, what a row of left is there
   (or a column of right), and what k is. "elements" of a vector. */
const char *product_name(const struct product *x, bool left);
const char *product_lines(const struct product *x, bool left);
const char *product_depths(const struct product *x, bool left);

/* "element (3, 5)", or of a vector "element 5", of the output. */
void product_element(const struct product *x, size_t row, size_t col, char *text,
                     size_t size);

#endif
