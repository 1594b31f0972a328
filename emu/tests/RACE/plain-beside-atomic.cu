// One thread reads a sum that others still add to; the twin waits for them.
#include "test.h"

__global__ void sum(const float *in, float *out)
{
    __shared__ float total;
    int i = threadIdx.x;
    if (i == 0)
        total = 0;
    __syncthreads();          // total is zero
    atomicAdd(&total, in[i]); // FAULT
#ifdef TWIN
    __syncthreads(); // total is complete
#endif
    out[i] = total; // FAULT
}

int main()
{
    RUN(sum, 1, N, N * (N - 1) / 2)
}
