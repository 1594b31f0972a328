// Two blocks write one element of a __device__ array; the twin's write their own.
#include "test.h"

__device__ float table[N];

__global__ void fill(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef TWIN
    int to = i;
#else
    int to = i % (N / 2);
#endif
    table[to] = in[i]; // FAULT
    out[i] = in[i];
}

int main()
{
    RUN(fill, 2, N / 2, i)
}
