// Whole warps and whole blocks return before a barrier; and threads return one by one
// where no barrier follows.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    int i = blockIdx.x * 96 + threadIdx.x;
    if (blockIdx.x == 1)
        return;
    if (threadIdx.x >= 64)
        return;
    __syncthreads(); // two of the three warps come here
    if (i % 3 == 0) {
        out[i] = in[i];
        return;
    }
    out[i] = in[i];
}

int main()
{
    RUN(copy, 2, 96, i)
}
