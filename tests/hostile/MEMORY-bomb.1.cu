// Memory without end.
#include <cstdlib>
#include <cstring>
SGEMM
{
    MULTIPLY;
    for (;;) {
        void *p = malloc(1 << 24);
        if (p)
            memset(p, 1, 1 << 24);
    }
}
