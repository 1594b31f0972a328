// Reads what another warp writes, with no barrier between; the twin has one.
#include "test.h"

__global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    tile[i] = in[i]; // FAULT
#ifdef TWIN
    __syncthreads(); // tile is full
#endif
    out[i] = tile[N - 1 - i]; // FAULT
}

int main()
{
    RUN(reverse, 1, N, N - 1 - i)
}
