/*
 * What a wrong result would be right for: a part of the sum, another matrix, another
 * element. A mistake that a whole product shares shows in its values. Knows nothing of
 * CUDA.
 */
#ifndef WRONG_VALUE_H
#define WRONG_VALUE_H

#include "diagnose/explain.h"

/* Try the usual mistakes of products: one that gives all of the wrong elements, within
   the rounding that they are allowed, into *e. False if none does, or if the array is
   no sum of products. */
bool wrong_value(const struct wrong_elements *w, struct explanation *e);

#endif
