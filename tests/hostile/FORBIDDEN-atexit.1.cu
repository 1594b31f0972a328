// Has something run at the end.
#include <cstdlib>
static void last()
{
    for (;;)
        ;
}
SGEMM
{
    MULTIPLY;
    atexit(last);
}
