// Two threads write one shared element; the twin gives each its own.
#include "test.h"

__global__ void pairs(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
#ifdef TWIN
    int to = i;
#else
    int to = i / 2;
#endif
    tile[i] = 0;
    __syncthreads();  // tile is zero
    tile[to] = in[i]; // FAULT
    __syncthreads();  // tile is full
    out[i] = tile[i];
}

int main()
{
    RUN(pairs, 1, N, i)
}
