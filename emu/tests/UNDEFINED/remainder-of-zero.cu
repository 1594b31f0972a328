// Takes a remainder by a number of rows that is 0; the twin has one row.
#include "test.h"

__global__ void wrap(const float *in, float *out)
{
#ifdef TWIN
    int rows = (int)in[0] + 1;
#else
    int rows = (int)in[0];
#endif
    int i = threadIdx.x;
    out[i] = in[i] + i % rows; // FAULT
}

int main()
{
    RUN(wrap, 1, N, i)
}
