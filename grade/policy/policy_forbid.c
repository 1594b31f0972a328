/* What the policy says when it refuses; policy.h has the contract. */
#include "grade/policy/policy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void policy_forbid(const char *source, int line, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: forbidden: ", source, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    putc('\n', stderr);
    exit(1);
}
