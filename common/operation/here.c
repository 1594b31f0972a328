/* True if the kernel that is linked into this program has the function. */
#include "operation/operation.h"

bool operation_here(const struct operation *o)
{
    const struct callable *const c = callable_find(o->name);

    return c && c->here();
}
