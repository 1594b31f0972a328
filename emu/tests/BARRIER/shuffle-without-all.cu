// Half a warp shuffles with a mask of the whole; the twin's mask is of that half.
#include "test.h"

#ifdef TWIN
#define MASK 0xffffu
#else
#define MASK 0xffffffffu
#endif

__global__ void swap(const float *in, float *out)
{
    int i = threadIdx.x;
    float x = in[i];
    if (i % 32 < 16)
        x = __shfl_xor_sync(MASK, x, 1); // FAULT
    __syncthreads();                     // FAULT
    out[i] = x;
}

int main()
{
    RUN(swap, 1, N, i % 32 < 16 ? i ^ 1 : i)
}
