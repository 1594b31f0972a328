/* The kernel that is linked into this program. */
#include "operation/operation.h"

operation_function *operation_kernel(const struct operation *o)
{
    return operation_here(o) ? callable_find(o->name)->call : 0;
}
