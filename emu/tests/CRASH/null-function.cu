// Calls a function through a null pointer, before any access to memory; the twin calls
// a function.
#include "test.h"

typedef float function(float);

__device__ float same(float x)
{
    return x;
}

__global__ void call(float *out, function *f)
{
#ifdef TWIN
    f = same;
#endif
    float zero = f(0); // FAULT
    if (out)
        *out = zero;
}

__global__ void copy(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    call<<<1, 1>>>(NULL, NULL);
    RUN(copy, 1, N, i)
}
