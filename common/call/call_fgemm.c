/* Calls fgemm(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "fgemm.h"

extern __typeof__(fgemm) fgemm __attribute__((weak));

static void fgemm_call(const struct call *c)
{
    const int *n = c->size; /* M, N, K, lda, ldb, ldc */

    fgemm(n[0], n[1], n[2], c->scalar[0], c->array[0], n[3], c->array[1], n[4],
          c->array[2], n[5]);
}

static bool fgemm_here(void)
{
    return fgemm != 0;
}

CALLABLE(fgemm);
