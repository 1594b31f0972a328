// Two warps wait at barriers of their own, and one of them once more often; the twin's
// wait equally often, at the same one.
#include "test.h"

__global__ void roles(const float *in, float *out)
{
    __shared__ float s[N];
    s[threadIdx.x] = in[threadIdx.x];
#ifdef TWIN
    __syncthreads(); // s is full
    out[threadIdx.x] = s[threadIdx.x];
#else
    if (threadIdx.x < 32) {
        __syncthreads(); // FAULT
        __syncthreads(); // FAULT
    } else {
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
#endif
}

int main()
{
    RUN(roles, 1, N, i)
}
