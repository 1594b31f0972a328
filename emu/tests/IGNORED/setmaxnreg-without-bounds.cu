// setmaxnreg in a kernel whose __launch_bounds__ have no second number: nvcc ignores
// it.
#include "test.h"

#include "registers.h"

#ifdef TWIN
__global__ void __launch_bounds__(384, 1) split(const float *in, float *out)
#else
__global__ void __launch_bounds__(384) split(const float *in, float *out)
#endif
{
    if (threadIdx.x < 128)
        registers_dec<24>(); // FAULT
    else
        registers_inc<240>();
    if (threadIdx.x < N)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(split, 1, 384, i)
}
