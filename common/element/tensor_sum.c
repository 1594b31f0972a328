/* Sums of tensor cores; tensor_sum.h states the contract. */
#include "element/tensor_sum.h"

#include <math.h>
#include <string.h>

#include "element/element.h"

/* Tensor cores align the terms of one instruction, at least eight products and the sum
   so far, to the largest and truncate them: each may lose 2^-23 of the magnitudes.
   These are n + n / 8 terms at most. */
void tensor_sums(int n, const double *a, int cols, const double *b, double *sum,
                 double *bound)
{
    const double gamma = element_gamma(ELEMENT_FLOAT, 2 * (n + ceil(n / 8.0)));

    memset(sum, 0, cols * sizeof *sum);
    memset(bound, 0, cols * sizeof *bound);
    for (int k = 0; k < n; k++)
        for (int col = 0; col < cols; col++) {
            const double product =
                a[k] * b[(size_t)k * cols + col]; /* exact: 8 + 8 bits */

            sum[col] += product;
            bound[col] += fabs(product);
        }
    for (int col = 0; col < cols; col++)
        bound[col] = gamma * bound[col];
}

double tensor_rounded(double sum, double bound)
{
    return bound + element_gamma(ELEMENT_BFLOAT16, 1) * (fabs(sum) + bound);
}
