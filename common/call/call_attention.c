/* Calls attention(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "attention.h"

extern __typeof__(attention) attention __attribute__((weak));

static void attention_call(const struct call *c)
{
    const int *n = c->size; /* heads, N, d, causal */

    attention(n[0], n[1], n[2], c->scalar[0], n[3], c->array[0], c->array[1],
              c->array[2], c->array[3]);
}

static bool attention_here(void)
{
    return attention != 0;
}

CALLABLE(attention);
