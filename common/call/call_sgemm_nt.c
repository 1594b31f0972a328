/* Calls sgemm_nt(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "sgemm_nt.h"

extern __typeof__(sgemm_nt) sgemm_nt __attribute__((weak));

static void sgemm_nt_call(const struct call *c)
{
    const int *n = c->size; /* M, N, K, ldh, ldw, ldo */

    sgemm_nt(n[0], n[1], n[2], c->array[0], n[3], c->array[1], n[4], c->array[2], n[5]);
}

static bool sgemm_nt_here(void)
{
    return sgemm_nt != 0;
}

CALLABLE(sgemm_nt);
