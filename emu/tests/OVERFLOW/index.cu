// The product of a row and a width overflows an int; the twin's is a long long.
#include "test.h"

__global__ void mark(const float *in, float *out)
{
    int row = 65536 + (int)in[0], width = 65536 + (int)in[0];
#ifdef TWIN
    long long i = (long long)row * width + threadIdx.x;
#else
    int i = row * width + threadIdx.x; // FAULT
#endif
    out[i % N] = threadIdx.x;
}

int main()
{
    RUN(mark, 1, N, i)
}
