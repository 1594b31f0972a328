// Threads store one value to one flag, which another thread reads with no barrier in
// between; in the twin one thread stores it, before a barrier.
#include "test.h"

__global__ void search(const float *in, float *out)
{
    __shared__ int found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
#ifdef TWIN
    if (in[threadIdx.x] == 41)
        found = 1;
    __syncthreads();
#else
    if (in[threadIdx.x] > 40)
        found = 1; // FAULT
#endif
    out[threadIdx.x] = in[threadIdx.x] + (threadIdx.x < 8 && found ? 1 : 0); // FAULT
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(search, 1, N, i)
}
