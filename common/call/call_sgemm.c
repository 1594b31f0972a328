/* Calls sgemm(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "sgemm.h"

extern __typeof__(sgemm) sgemm __attribute__((weak));

void sgemm_call(const struct call *c)
{
    const int *n = c->size; /* M, N, K */

    sgemm(n[0], n[1], n[2], c->scalar[0], c->array[0], c->array[1], c->scalar[1],
          c->array[2]);
}

static bool sgemm_here(void)
{
    return sgemm != 0;
}

CALLABLE(sgemm);
