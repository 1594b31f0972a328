// setmaxnreg.dec to 200 registers, of a warpgroup whose threads have 168.
#include "test.h"

#include "registers.h"

__global__ void __launch_bounds__(384, 1) split(const float *in, float *out)
{
    if (threadIdx.x < 128) {
        registers_dec<24>();
    } else if (threadIdx.x < 256) {
#ifdef TWIN
        registers_dec<160>();
#else
        registers_dec<200>(); // FAULT
#endif
    } else {
        registers_inc<240>();
    }
    if (threadIdx.x < N)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(split, 1, 384, i)
}
