// Four gigabytes of zeros, page by page.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    volatile char *p = (volatile char *)calloc(1ul << 32, 1);
    for (unsigned long i = 0; i < 1ul << 32; i += 4096)
        p[i] = 1;
}
