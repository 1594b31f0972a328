// A loop runs one element past a local array; the twin's stops before.
#include "test.h"

__global__ void sum(const float *in, float *out)
{
    float a[8];
#ifdef TWIN
    int end = (int)in[8];
#else
    int end = (int)in[9];
#endif
    for (int i = 0; i < end; i++)
        a[i] = in[i]; // FAULT
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += a[i];
    out[threadIdx.x] = sum - 28 + threadIdx.x;
}

int main()
{
    RUN(sum, 1, N, i)
}
