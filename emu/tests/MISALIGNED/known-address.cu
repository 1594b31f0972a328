// Reads a float4 at an address that the compiler knows: the second float of an array.
// The twin reads it at the fifth.
#include "test.h"

__global__ void read(const float *in, float *out)
{
    __shared__ float s[N];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // s is full
#ifdef TWIN
    float4 v = *(float4 *)&s[4];
    out[threadIdx.x] = v.x - 4 + threadIdx.x;
#else
    float4 v = *(float4 *)&s[1]; // FAULT
    out[threadIdx.x] = v.x - 1 + threadIdx.x;
#endif
}

int main()
{
    RUN(read, 1, N, i)
}
