/* Calls latent(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "latent.h"

extern __typeof__(latent) latent __attribute__((weak));

static void latent_call(const struct call *c)
{
    const int *n = c->size; /* tokens, D, dc, dr */

    latent(n[0], n[1], n[2], n[3], c->array[0], c->array[1], c->array[2], c->array[3],
           c->array[4], c->array[5], c->array[6], c->array[7]);
}

static bool latent_here(void)
{
    return latent != 0;
}

CALLABLE(latent);
