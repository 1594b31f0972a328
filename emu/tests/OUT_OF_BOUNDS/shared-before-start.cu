// Reads one element before a shared array; the twin starts one later.
#include "test.h"

__global__ void shift(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    tile[i] = in[i];
    __syncthreads(); // tile is full
#ifdef TWIN
    out[i] = i > 0 ? tile[i - 1] : -1;
#else
    out[i] = tile[i - 1]; // FAULT
#endif
}

int main()
{
    RUN(shift, 1, N, i - 1)
}
