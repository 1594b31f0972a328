/*
 * What a wrong result would be right for: another sum, other factors, another element.
 * A mistake that a whole product shares shows in its values. Knows nothing of CUDA.
 */
#ifndef WRONG_VALUE_H
#define WRONG_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "operation/matrix.h"

struct wrong_value {
    char what[160];     /* "the sum stops after 64 of 70 products" */
    const char *remedy; /* one sentence */
    unsigned roles;     /* of the steps that it is about, as steps_say() has them */
};

/*
 * C holds n wrong elements, at the places at[] of its M x N. Try the usual mistakes:
 * one that gives all of them, within the rounding that float32 is allowed, is put into
 * *v. Returns false if none does. ref holds what each element of C must be.
 */
bool wrong_value(const struct matrix_problem *p, const float *C, const double *ref,
                 const size_t *at, int n, struct wrong_value *v);

#endif
