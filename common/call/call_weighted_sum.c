/* Calls weighted_sum() and its backward passes. They are weak: a program without a
   kernel has none. */
#include "call/call.h"

#include "weighted_sum.h"

extern __typeof__(weighted_sum) weighted_sum __attribute__((weak));
extern __typeof__(weighted_sum_backward) weighted_sum_backward __attribute__((weak));
extern __typeof__(weighted_sum_backward_atomic) weighted_sum_backward_atomic
    __attribute__((weak));

static void weighted_sum_call(const struct call *c)
{
    const int *n = c->size; /* rows, D, ldx */

    weighted_sum(n[0], n[1], c->array[0], n[2], c->array[1], c->array[2]);
}

static bool weighted_sum_here(void)
{
    return weighted_sum != 0;
}

CALLABLE(weighted_sum);

static void weighted_sum_backward_call(const struct call *c)
{
    const int *n = c->size; /* rows, D, ldx, lddx */

    weighted_sum_backward(n[0], n[1], c->array[0], n[2], c->array[1], c->array[2],
                          c->array[3], n[3], c->array[4]);
}

static bool weighted_sum_backward_here(void)
{
    return weighted_sum_backward != 0;
}

CALLABLE(weighted_sum_backward);

static void weighted_sum_backward_atomic_call(const struct call *c)
{
    const int *n = c->size;

    weighted_sum_backward_atomic(n[0], n[1], c->array[0], n[2], c->array[1],
                                 c->array[2], c->array[3], n[3], c->array[4]);
}

static bool weighted_sum_backward_atomic_here(void)
{
    return weighted_sum_backward_atomic != 0;
}

CALLABLE(weighted_sum_backward_atomic);
