/* Calls gemm_bias_relu() and its backward pass. They are weak: a program without a
   kernel has none. */
#include "call/call.h"

#include "gemm_bias_relu.h"

extern __typeof__(gemm_bias_relu) gemm_bias_relu __attribute__((weak));
extern __typeof__(gemm_bias_relu_backward) gemm_bias_relu_backward
    __attribute__((weak));

static void gemm_bias_relu_call(const struct call *c)
{
    const int *n = c->size; /* M, N, K */

    gemm_bias_relu(n[0], n[1], n[2], c->array[0], c->array[1], c->array[2],
                   c->array[3]);
}

static bool gemm_bias_relu_here(void)
{
    return gemm_bias_relu != 0;
}

CALLABLE(gemm_bias_relu);

static void gemm_bias_relu_backward_call(const struct call *c)
{
    const int *n = c->size; /* M, N, K */

    gemm_bias_relu_backward(n[0], n[1], n[2], c->array[0], c->array[1], c->array[2],
                            c->array[3], c->array[4], c->array[5], c->array[6]);
}

static bool gemm_bias_relu_backward_here(void)
{
    return gemm_bias_relu_backward != 0;
}

CALLABLE(gemm_bias_relu_backward);
