// Stores one float2, by a reference, at an address that the compiler knows: the fourth
// float of an array. The twin stores it at the third.
#include "test.h"

#ifdef TWIN
#define AT 2
#else
#define AT 3
#endif

__global__ void store(const float *in, float *out)
{
    __shared__ float s[N + 2];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // s is full
    if (threadIdx.x == 0)
        reinterpret_cast<float2 &>(s[AT]) = make_float2(in[AT], in[AT + 1]); // FAULT
    __syncthreads(); // and two of its elements are stored again
    out[threadIdx.x] = s[threadIdx.x];
}

int main()
{
    RUN(store, 1, N, i)
}
