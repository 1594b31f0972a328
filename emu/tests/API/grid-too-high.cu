// Puts 70000 blocks into a grid's y; the twin puts them into x.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    if (blockIdx.x + blockIdx.y == 0)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
#ifdef TWIN
    dim3 grid(70000, 1);
#else
    dim3 grid(1, 70000);
#endif
    RUN(copy, grid, N, i) // FAULT
}
