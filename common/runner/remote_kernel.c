/* The kernel of a judge: that of the submission, over there. */
#include "runner/remote.h"

static void kernel_there(const struct call *c)
{
    remote_call(&(const struct tile){0}, c);
}

operation_function *operation_kernel(const struct operation *o)
{
    (void)o;
    return kernel_there;
}
