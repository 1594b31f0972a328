// Writes one element before an array; the twin starts one later.
#include "test.h"

__global__ void shift(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    if (i > 0)
        out[i - 1] = in[i];
    else
        out[N - 1] = N;
#else
    out[i - 1] = in[i]; // FAULT
#endif
}

int main()
{
    RUN(shift, 1, N, i + 1)
}
