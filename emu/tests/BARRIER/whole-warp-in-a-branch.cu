// One warp waits once more than the others; the twin has a whole warp end early, which
// is no fault.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    int i = threadIdx.x;
    out[i] = in[i];
#ifdef TWIN
    if (i < 32)
        return;
#else
    if (i < 32)
        __syncthreads(); // FAULT
#endif
    __syncthreads(); // FAULT
    out[i] = in[i];
}

int main()
{
    RUN(copy, 1, N, i)
}
