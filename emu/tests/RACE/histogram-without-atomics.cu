// Counts into bins of shared memory by ++, on two lines; the twin adds by atomicAdd().
#include "test.h"

__global__ void count(const float *in, float *out)
{
    __shared__ int bin[N];
    int i = threadIdx.x, value = (int)in[i];
    bin[i] = 0;
    __syncthreads();
#ifdef TWIN
    atomicAdd(&bin[value / 2], 1);
    atomicAdd(&bin[(value + 2) % N / 2], 1);
#else
    bin[value / 2]++;           // FAULT
    bin[(value + 2) % N / 2]++; // FAULT
#endif
    __syncthreads();
    out[i] = bin[i / 2];
}

int main()
{
    RUN(count, 1, N, 4)
}
