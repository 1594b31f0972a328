// A #line with a comment in it.
// clang-format off
#/**/ line 1 "/usr/include/stdio.h"
SGEMM
{
    MULTIPLY;
}
