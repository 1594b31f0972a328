/* The kernel for its default tile, linked into this program; linked.h. */
#include "operation/operation.h"
#include "tune/linked.h"

operation_function *linked_default(const struct operation *of)
{
    return callable_find(of->name)->call;
}

bool operation_here(const struct operation *o)
{
    const struct callable *const c = callable_find(o->name);

    return c && c->here();
}
