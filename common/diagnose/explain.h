/*
 * What a wrong result looks like, in words: operation.h's explain(), wrong_value.h and
 * wrong_probe.h.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "operation/operation.h"

/* Some wrong elements of an output, all of them written. */
struct wrong_elements {
    const struct problem *p;
    int array;
    const void *got;           /* the output, as the call left it */
    const double *ref, *bound; /* rows * cols numbers each */
    const size_t *at;          /* of the wrong elements: row * cols + col */
    int n;
};

struct explanation {
    char what[320];   /* "this is the correct value for B transposed" */
    char remedy[400]; /* a sentence or two */
    unsigned roles;   /* of the steps that it is about, as steps_say() has them; 0 where
                         the remedy names them itself */
};

/* A usual mistake: what element (row, col) of an output becomes by it. NaN where it
   would have to read outside an array. */
typedef double mistake_value(const struct problem *p, int array, size_t row,
                             size_t col);
struct mistake {
    mistake_value *value;
    const char *what, *remedy;
    unsigned roles;
};

/* Put the words of a mistake into *e. */
void explain_by(const struct mistake *m, struct explanation *e);

/* The first of these mistakes that gives every one of the elements, each within `slack`
   of it, into *e. False if none does, or an element is not finite. */
bool explain_mistakes(const struct wrong_elements *w, const struct mistake mistakes[],
                      int n, mistake_value *slack, struct explanation *e);

#endif
