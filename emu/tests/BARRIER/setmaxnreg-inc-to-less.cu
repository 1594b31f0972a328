// setmaxnreg.inc to 32 registers, of a warpgroup whose threads have 40.
#include "test.h"

#include "registers.h"

__global__ void __launch_bounds__(384, 1) split(const float *in, float *out)
{
    if (threadIdx.x < 128)
        registers_dec<40>();
    else
        registers_inc<224>();
    __syncthreads();
    if (threadIdx.x < 128)
#ifdef TWIN
        registers_inc<48>();
#else
        registers_inc<32>(); // FAULT
#endif
    if (threadIdx.x < N)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(split, 1, 384, i)
}
