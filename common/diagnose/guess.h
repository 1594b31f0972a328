/*
 * The elements of a product as a mistake makes them, compared with wrong ones. What
 * tries the mistakes is in wrong_value.c and moved.c.
 */
#ifndef GUESS_H
#define GUESS_H

#include <stdbool.h>
#include <stddef.h>

#include "check/steps.h"
#include "diagnose/explain.h"
#include "diagnose/product.h"

/* Where sums are made, whatever the kernel. */
enum { SUMS = 1 << STEP_SUM | 1 << STEP_COPY | 1 << STEP_LOAD | 1 << STEP_MULTIPLY };
/* Samples that decide between hypotheses of which there are many. */
enum { ENOUGH = 4 };

/* The wrong elements, and what they are made of. */
struct wrong_product {
    const struct wrong_elements *w;
    struct product x;
    double *left, *right; /* rows x k, k x cols */
};

/* A sum as a mistake makes it. */
struct guess {
    const double *left, *right;
    size_t from, to;                /* k from `from` to `to` - 1 */
    size_t left_tile, right_tile;   /* k modulo this; 0: k */
    enum { SAME, OTHER, SIZES } at; /* (row, col); (col, row); sizes_exchanged() */
};

/* The type of the wrong elements, and the value that the kernel stored at `at`. */
enum element guess_type(const struct wrong_product *x);
double guess_got(const struct wrong_product *x, size_t at);

/* How far rounding may take a value that is made of the same terms. */
double guess_slack(const struct wrong_product *x, size_t at, double value);

/* True if the guess gives each of the elements, and is not the correct value. */
bool guess_fits(const struct wrong_product *x, const struct guess *g);

/* What to try, and the roles of the steps where the mistake may be, into *e. */
void guess_say(struct explanation *e, unsigned roles, const char *remedy);

#endif
