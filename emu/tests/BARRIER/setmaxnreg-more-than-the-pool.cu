// setmaxnreg: two warpgroups wait for more registers than the third one gives back.
#include "test.h"

#include "registers.h"

#ifdef TWIN
enum { FEW = 24, MANY = 240 }; // together as many as at the start
#else
enum { FEW = 80, MANY = 224 };
#endif

__global__ void __launch_bounds__(384, 1) split(const float *in, float *out)
{
    if (threadIdx.x < 128)
        registers_dec<FEW>();
    else
        registers_inc<MANY>(); // FAULT
    __syncthreads();
    if (threadIdx.x < N)
        out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(split, 1, 384, i)
}
