// Reads one element past the end of an array; the twin guards the access.
#include "test.h"

__global__ void shift(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    out[i] = i + 1 < N ? in[i + 1] : N;
#else
    out[i] = in[i + 1]; // FAULT
#endif
}

int main()
{
    RUN(shift, 1, N, i + 1)
}
