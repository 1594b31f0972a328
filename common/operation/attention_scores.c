/* The scores of attention(), in float64. */
#include "operation/attention_operation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/host_alloc.h"

/* Elements x of row i of a head's array. */
static const uint16_t *row_of(const struct problem *p, int array, size_t head, size_t i)
{
    return (const uint16_t *)p->array[array] +
           (head * p->size[N] + i) * (size_t)p->size[D];
}

void attention_row(const struct problem *p, int array, size_t head, size_t i, double *x)
{
    const uint16_t *row = row_of(p, array, head, i);

    for (int k = 0; k < p->size[D]; k++) {
        /* As element_get(), which a call of each would make slow. */
        const uint32_t bits = (uint32_t)row[k] << 16;
        float value;

        memcpy(&value, &bits, sizeof value);
        x[k] = value;
    }
}

int attention_keys(const struct problem *p, size_t i)
{
    return p->size[CAUSAL] ? (int)i + 1 : p->size[N];
}

void attention_scores(const struct problem *p, size_t head, size_t i, int keys,
                      double *s, double *error)
{
    const int d = p->size[D];
    const double gamma = element_gamma(ELEMENT_FLOAT, 2 * (d + d / 8));
    double *q = host_alloc_double(d), *k = host_alloc_double(d);

    attention_row(p, Q, head, i, q);
    for (int j = 0; j < keys; j++) {
        double sum = 0, magnitude = 0;

        attention_row(p, K, head, j, k);
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
