/*
 * Which elements a wrong product is made of: the kernel is called again, on inputs for
 * which some mistakes change nothing. Where all elements of A are alike, it does not
 * matter which of them is read.
 */
#ifndef WRONG_PROBE_H
#define WRONG_PROBE_H

#include <stdbool.h>

#include "trial/trial.h"

struct wrong_probe {
    bool beta;    /* with beta = 0 the result is right; no other member counts then */
    bool count;   /* A and B are 1: the sums have not K products each */
    int row, col; /* the first such element... */
    double products;   /* ...and how many it has, if that is a whole number */
    bool rows_of_a;    /* A differs by row, B is 1 */
    bool k_of_a;       /* A differs by column, B is 1 */
    bool k_of_b;       /* A is 1, B differs by row */
    bool columns_of_b; /* A is 1, B differs by column */
    bool pairs;        /* A differs by column, and B by row */
};

/* Each member of *p: whether the result is wrong then. The others are tried only where
   `count` is right. Spoils the trial's inputs. Returns false if a call ends with a
   fault; then do nothing more with the trial but close it. */
bool wrong_probe(struct trial *t, operation_function *fn, double seconds,
                 struct wrong_probe *p);

#endif
