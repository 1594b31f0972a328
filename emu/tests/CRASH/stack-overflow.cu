// Calls itself without end; the twin stops at 100.
#include "test.h"

#ifdef TWIN
#define DEEPEST 100
#else
#define DEEPEST 100000000
#endif

__device__ __noinline__ int depth(int n, volatile int *at) // FAULT
{                                                          // FAULT
    volatile int here = n;                                 // FAULT
    return *at < here ? n : depth(n + 1, at) + here * 0;   // FAULT
} // FAULT

__global__ void recurse(const float *in, float *out)
{
    volatile int at = DEEPEST;
    out[threadIdx.x] = in[threadIdx.x] + depth(0, &at) * 0;
}

int main()
{
    RUN(recurse, 1, N, i)
}
