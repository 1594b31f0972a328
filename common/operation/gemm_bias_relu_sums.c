/* The sums that gemm_bias_relu() and its gradients are made of;
   gemm_bias_relu_operation.h states the contracts. */
#include "operation/gemm_bias_relu_operation.h"

#include <math.h>

double layer_at(const struct problem *p, int array, size_t i)
{
    return ((const float *)p->array[array])[i];
}

double layer_sum(const struct problem *p, size_t row, size_t col, double *magnitude)
{
    const size_t N = p->size[LAYER_N], K = p->size[LAYER_K];
    double sum = 0;

    *magnitude = 0;
    for (size_t k = 0; k < K; k++) {
        const double product =
            layer_at(p, LAYER_X, row * K + k) * layer_at(p, LAYER_W, k * N + col);

        sum += product;
        *magnitude += fabs(product);
    }
    return sum;
}

int gradient_terms(const struct problem *p, int array)
{
    return p->size[array == GRADIENT_DX ? LAYER_N : LAYER_M];
}

double gradient_sum(const struct problem *p, int array, size_t row, size_t col,
                    layer_mask *passes, double *magnitude)
{
    const size_t N = p->size[LAYER_N], K = p->size[LAYER_K];
    const size_t terms = gradient_terms(p, array);
    double sum = 0;

    *magnitude = 0;
    for (size_t i = 0; i < terms; i++) {
        const size_t at = array == GRADIENT_DX ? row * N + i : i * N + col; /* of dZ */
        const double dy = layer_at(p, GRADIENT_DY, at);
        const double dz = passes(layer_at(p, GRADIENT_Y, at), dy) ? dy : 0;
        const double factor =
            array == GRADIENT_DX   ? layer_at(p, GRADIENT_W, col * N + i)
            : array == GRADIENT_DW ? layer_at(p, GRADIENT_X, i * K + row)
                                   : 1;

        sum += dz * factor;
        *magnitude += fabs(dz * factor);
    }
    return sum;
}
