// Writes through a null pointer; the twin was given memory.
#include "test.h"

__device__ float spare[N];

__global__ void store(const float *in, float *out)
{
#ifdef TWIN
    float *to = spare;
#else
    float *to = in[0] < 0 ? out : nullptr;
#endif
    to[threadIdx.x] = 1; // FAULT
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(store, 1, N, i)
}
