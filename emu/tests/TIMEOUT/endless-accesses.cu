// Waits for a value that no thread writes; in the twin it is set.
#include "test.h"

__global__ void wait(const float *in, float *out)
{
    volatile const float *flag = in;
#ifdef TWIN
    while (flag[1] != 1)
#else
    while (flag[1] != 2) // FAULT
#endif
        ;
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(wait, 1, N, i)
}
