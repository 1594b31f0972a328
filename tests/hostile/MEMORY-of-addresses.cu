// Takes all addresses that there are, and uses none: no other process can get any then.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    for (size_t n = 1ul << 40; n >= 4096; n /= 2)
        while (malloc(n))
            ;
}
