// Prints without end.
#include <cstdio>
SGEMM
{
    MULTIPLY;
    for (;;)
        puts("lab01: PASS");
}
