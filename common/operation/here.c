/* The kernel that is linked into this program. */
#include "operation/operation.h"

operation_function *operation_kernel(const struct operation *o)
{
    const struct callable *const c = callable_find(o->name);

    return c && c->here() ? c->call : 0;
}
