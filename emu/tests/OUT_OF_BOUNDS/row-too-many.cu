// Reads a row of 4096 elements after the last one, far from the array; the twin's rows
// are there.
#include "test.h"

__global__ void rows(const float *in, float *out)
{
#ifdef TWIN
    int row = 0;
#else
    int row = 1;
#endif
    out[threadIdx.x] = in[row * 4096 + threadIdx.x]; // FAULT
}

int main()
{
    RUN(rows, 1, N, i)
}
