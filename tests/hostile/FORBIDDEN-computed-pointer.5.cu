// qsort() calls a function of the emulator.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    int numbers[] = {3, 1, 2};
    typedef int order(const void *, const void *);
    qsort(numbers, 3, 4, (order *)((unsigned long)&cudaGetLastError + 2048));
}
