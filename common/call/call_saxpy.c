/* Calls saxpy(). It is weak: a program without a kernel has none. */
#include "call/call.h"

#include "saxpy.h"

extern __typeof__(saxpy) saxpy __attribute__((weak));

static void saxpy_call(const struct call *c)
{
    saxpy(c->size[0], c->scalar[0], c->array[0], c->array[1]);
}

static bool saxpy_here(void)
{
    return saxpy != 0;
}

CALLABLE(saxpy);
