/* Sums of tensor cores; tensor_sum.h states the contract. */
#include "operation/tensor_sum.h"

#include <math.h>

#include "operation/element.h"

/* Tensor cores align the terms of one instruction, at least eight products and the sum
   so far, to the largest and truncate them: each may lose 2^-23 of the magnitudes.
   These are n + n / 8 terms at most. */
void tensor_sum(int n, const double *a, const double *b, double *sum, double *bound)
{
    double magnitude = 0;

    *sum = 0;
    for (int k = 0; k < n; k++) {
        const double product = a[k] * b[k]; /* exact: 8 + 8 bits */

        *sum += product;
        magnitude += fabs(product);
    }
    *bound = element_gamma(ELEMENT_FLOAT, 2 * (n + ceil(n / 8.0))) * magnitude;
}

double tensor_rounded(double sum, double bound)
{
    return bound + element_gamma(ELEMENT_BFLOAT16, 1) * (fabs(sum) + bound);
}
