// Calls the compiler's own memcpy, with one byte too many; the twin copies the
// right number.
#include "test.h"

#ifdef TWIN
#define BYTES (N * sizeof(float))
#else
#define BYTES (N * sizeof(float) + 1)
#endif

__global__ void copy(const float *in, float *out)
{
    if (threadIdx.x == 0)
        __builtin_memcpy(out, in, BYTES); // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
