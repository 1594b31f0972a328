// Takes the value of the lane 16 above, in a block whose second warp has 16 lanes; the
// twin asks how many there are. (N is 64: the block has 48 threads, and some do more.)
#include "test.h"

__global__ void shift(const float *in, float *out)
{
    float x = in[threadIdx.x];
#ifdef TWIN
    int lanes = threadIdx.x < 32 ? 32 : 16;
    float above = __shfl_down_sync(0xffffffff, x, 16, lanes);
#else
    float above = __shfl_down_sync(0xffffffff, x, 16); // FAULT
#endif
    out[threadIdx.x] = threadIdx.x < 16 ? above - 16 : x;
    if (threadIdx.x < 16)
        out[48 + threadIdx.x] = in[48 + threadIdx.x];
}

int main()
{
    RUN(shift, 1, 48, i)
}
