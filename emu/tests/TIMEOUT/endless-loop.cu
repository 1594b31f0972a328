// Never ends, and touches no memory meanwhile; the twin does end.
#include "test.h"

__global__ void spin(const float *in, float *out)
{
    int i = threadIdx.x;
    float x = in[i];
#ifdef TWIN
    for (int step = 0; step < 10; step++)
#else
    while (x >= 0) // FAULT
#endif
        x += 1; // FAULT
    out[i] = x;
}

int main()
{
    RUN(spin, 1, N, i + 10)
}
