// Much memory, and then a loop without end.
#include <cstdlib>
#include <cstring>
SGEMM
{
    MULTIPLY;
    volatile bool stay = true;
    char *p = (char *)malloc(400 << 20);
    memset(p, 1, 400 << 20);
    while (stay)
        ;
}
