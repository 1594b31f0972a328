// An assertion in a kernel fails; the twin's holds.
#include "test.h"

__global__ void positive(const float *in, float *out)
{
#ifdef TWIN
    assert(in[threadIdx.x] >= 0);
#else
    assert(in[threadIdx.x] > 0); // FAULT
#endif
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(positive, 1, N, i)
}
