/* Calls scale_rows(). */
#include "call/call.h"

#include "scale_rows.h"

extern __typeof__(scale_rows) scale_rows __attribute__((weak));

static void scale_rows_call(const struct call *c)
{
    const int *n = c->size;

    scale_rows(n[0], n[1], c->array[0], n[2], c->array[1], c->array[2], n[3],
               c->array[3]);
}

static bool scale_rows_here(void)
{
    return scale_rows != 0;
}

CALLABLE(scale_rows);
