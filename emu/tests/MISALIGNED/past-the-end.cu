// Reads a float4 that is misaligned and leaves its array as well: a GPU looks at the
// alignment first. The twin reads the last four floats.
#include "test.h"

#ifdef TWIN
#define AT (N - 4)
#else
#define AT (N - 2)
#endif

__global__ void read(const float *in, float *out)
{
    float4 v = *(const float4 *)&in[AT]; // FAULT
    out[threadIdx.x] = v.x - AT + threadIdx.x;
}

int main()
{
    RUN(read, 1, N, i)
}
