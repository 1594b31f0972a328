// Stores each float2 to an odd element; the twin's are even.
#include "test.h"

__global__ void pairs(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    int to = 2 * i;
#else
    int to = 2 * i + 1;
#endif
    if (to + 1 < N)
        *(float2 *)&out[to] = make_float2(in[2 * i], in[2 * i + 1]); // FAULT
}

int main()
{
    RUN(pairs, 1, N / 2, i)
}
