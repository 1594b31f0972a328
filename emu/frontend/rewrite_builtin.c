/*
 * threadIdx and the like in kernels: see emu_builtin.hpp. A name is rewritten only
 * where it must be a variable. All other uses are left for g++, which knows all
 * declarations.
 */
#include "rewrite.h"

#include <string.h>

/* threadIdx.x, but not a.threadIdx.x: that is a member. */
static bool is_coordinate(size_t i)
{
    return token_is(i + 1, ".") &&
           (token_is(i + 2, "x") || token_is(i + 2, "y") || token_is(i + 2, "z")) &&
           !(i > 0 &&
             (token_is(i - 1, ".") || token_is(i - 1, "->") || token_is(i - 1, "::")));
}

/* `= threadIdx` as a whole, but not in `using index = threadIdx`: that is a type. */
static bool is_assigned(size_t i)
{
    return i > 2 && token_is(i - 1, "=") && !token_is(i - 3, "using") &&
           !token_is(i - 3, "typename") && !token_is(i - 3, "class") &&
           i + 1 < token_count() && strchr(";,)]}", *token_at(i + 1)->start);
}

void rewrite_builtin(size_t i)
{
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (token_is(i, names[n]) && (is_coordinate(i) || is_assigned(i)))
            token_at(i)->instead = text_format("emu_%s_value(%s)", names[n], names[n]);
}

/* True if no bracket is open before token i. Must be called in the order of the
   tokens. */
static bool is_outermost(size_t i)
{
    static size_t next;
    static int depth;
    for (; next < i; next++) {
        if (token_at(next)->length > 1)
            continue;
        depth += strchr("([{", *token_at(next)->start) != NULL;
        depth -= strchr(")]}", *token_at(next)->start) != NULL;
    }
    return depth == 0;
}

void rewrite_warp_size(size_t i)
{
    if (!token_is(i, "warpSize") || !is_outermost(i))
        return;
    size_t value = i + 2, end = token_is(i + 1, "=") ? i + 3 : i + 4;
    if ((token_is(i + 1, "=") || token_is(i + 1, "{") || token_is(i + 1, "(")) &&
        token_is(value, "32") && token_is(end, ";"))
        token_at(i)->instead = text_format("emu_own_warpSize");
}
