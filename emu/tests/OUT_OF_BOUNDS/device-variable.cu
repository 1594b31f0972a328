// Counts into a __device__ array of 4 bins with the index 4, where its neighbour would
// begin; the twin has 5 bins.
#include "test.h"

#ifdef TWIN
enum { BINS = 5 };
#else
enum { BINS = 4 };
#endif

__device__ int bins[BINS];
__device__ int total[4];

__global__ void count(const float *in, float *out)
{
    int i = threadIdx.x;
    atomicAdd(&bins[(int)in[i] / (N / 4)], 1);
    atomicAdd(&total[i % 4], 1);
    if (i == N - 1)
        atomicAdd(&bins[((int)in[i] + 1) / (N / 4)], 1); // FAULT
    out[i] = in[i];
}

int main()
{
    RUN(count, 1, N, i)
}
