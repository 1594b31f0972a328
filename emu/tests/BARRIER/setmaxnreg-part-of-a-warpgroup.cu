// setmaxnreg.dec by three of the four warps of a warpgroup.
#include "test.h"

#include "registers.h"

__global__ void __launch_bounds__(256, 1) split(const float *in, float *out)
{
#ifdef TWIN
    if (threadIdx.x < 128)
#else
    if (threadIdx.x < 96)
#endif
        registers_dec<40>(); // FAULT
    if (threadIdx.x < N)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(split, 1, 256, i)
}
