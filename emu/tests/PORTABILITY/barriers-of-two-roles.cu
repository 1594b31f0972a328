// One warp waits at one barrier, the other warp at another, equally often: the
// hardware lets them pass. The twin's warps share the barrier.
#include "test.h"

__global__ void roles(const float *in, float *out)
{
    __shared__ float s[N];
    s[threadIdx.x] = in[threadIdx.x];
#ifdef TWIN
    __syncthreads(); // s is full
    out[threadIdx.x] = s[threadIdx.x < 32 ? threadIdx.x + 32 : threadIdx.x - 32] +
                       (threadIdx.x < 32 ? -32 : 32);
#else
    if (threadIdx.x < 32) {
        __syncthreads(); // FAULT: s is full
        out[threadIdx.x] = s[threadIdx.x + 32] - 32;
    } else {
        __syncthreads(); // s is full
        out[threadIdx.x] = s[threadIdx.x - 32] + 32;
    }
#endif
}

int main()
{
    RUN(roles, 1, N, i)
}
