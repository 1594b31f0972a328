// Divides 64 elements into blocks of 128, rounding down; the twin rounds up.
#include "test.h"

enum { BLOCK = 128 };

__global__ void copy(const float *in, float *out)
{
    if (threadIdx.x < N)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
#ifdef TWIN
    int blocks = (N + BLOCK - 1) / BLOCK;
#else
    int blocks = N / BLOCK;
#endif
    RUN(copy, blocks, BLOCK, i) // FAULT
}
