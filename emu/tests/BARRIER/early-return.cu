// Half a warp returns before a barrier; the twin's threads all stay.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    int i = threadIdx.x;
#ifndef TWIN
    if (i >= 48)
        return;
#endif
    __syncthreads(); // FAULT
    out[i] = in[i];
}

int main()
{
    RUN(copy, 1, N, i)
}
