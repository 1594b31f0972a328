/* Calls bgemm(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "bgemm.h"

extern __typeof__(bgemm) bgemm __attribute__((weak));

static void bgemm_call(const struct call *c)
{
    const int *n = c->size; /* M, N, K, lda, ldb, ldc */

    bgemm(n[0], n[1], n[2], c->array[0], n[3], c->array[1], n[4], c->array[2], n[5]);
}

static bool bgemm_here(void)
{
    return bgemm != 0;
}

CALLABLE(bgemm);
