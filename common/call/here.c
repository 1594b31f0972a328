/* The kernel that is linked into this program; operation.h states the contract. */
#include "operation/operation.h"

bool operation_here(const struct operation *o)
{
    const struct callable *const c = callable_find(o->name);

    return c && c->here();
}

operation_function *operation_kernel(const struct operation *o)
{
    return operation_here(o) ? callable_find(o->name)->call : 0;
}
