// clang-format off: it would mend this
#/**/ line 1 "/usr/include/stdio.h"
SGEMM
{
    MULTIPLY;
}
