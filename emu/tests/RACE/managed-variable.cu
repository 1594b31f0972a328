// Two threads write one element of a __managed__ array; the twin's have one each.
#include "test.h"

__managed__ float sums[N];

#ifdef TWIN
#define AT threadIdx.x
#else
#define AT (threadIdx.x / 2)
#endif

__global__ void copy(const float *in, float *out)
{
    sums[AT] = in[threadIdx.x]; // FAULT
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
