/* The kernel for its default tile, linked into this program; linked.h. */
#include "operation/operation.h"
#include "tune/linked.h"

operation_function *linked_default(const struct operation *of)
{
    return callable_find(of->name)->call;
}
