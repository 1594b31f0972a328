// Divides an integer by zero; the twin divides by one.
#include "test.h"

__global__ void divide(const float *in, float *out)
{
    int i = threadIdx.x, by = (int)in[i];
#ifdef TWIN
    by = by * 0 + 1;
#endif
    out[i] = i / by; // FAULT
}

int main()
{
    RUN(divide, 1, N, i)
}
