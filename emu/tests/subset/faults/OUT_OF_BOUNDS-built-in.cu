// Stores in front of a built-in variable, whose address nvcc does not give; the twin
// reads it through a reference.
#include "../../test.h"

__device__ unsigned x_of(const uint3 &index)
{
#ifndef TWIN
    const_cast<unsigned *>(&index.x)[-4] = 0; // FAULT
#endif
    return index.x;
}

__global__ void store(const float *in, float *out)
{
    out[x_of(threadIdx)] = in[threadIdx.x];
}

int main()
{
    RUN(store, 1, N, i)
}
