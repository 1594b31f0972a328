/* The scores of attention(), in float64. */
#include "operation/attention_operation.h"

#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "operation/problem.h"

int attention_keys(const struct problem *p, size_t i)
{
    return p->size[CAUSAL] ? (int)i + 1 : p->size[N];
}

void attention_scores(const struct problem *p, size_t head, size_t i, int keys,
                      double *s, double *error)
{
    const int d = p->size[D];
    const size_t n = p->size[N];
    const double gamma = element_gamma(ELEMENT_FLOAT, 2 * (d + d / 8));
    double *q = host_alloc_double(d), *k = host_alloc_double(d);

    problem_row(p, Q, head * n + i, q);
    for (int j = 0; j < keys; j++) {
        double sum = 0, magnitude = 0;

        problem_row(p, K, head * n + j, k);
        for (int x = 0; x < d; x++) {
            sum += q[x] * k[x];
            magnitude += fabs(q[x] * k[x]);
        }
        s[j] = p->scalar[SCALE] * sum;
        if (error)
            error[j] = p->scalar[SCALE] * gamma * magnitude;
    }
    free(q);
    free(k);
}
