// A kernel that stops itself; in its twin nothing is wrong.
#include "../../test.h"

__global__ void careful(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    float least = 0;
#else
    float least = 1;
#endif
    if (in[i] < least)
        __trap(); // FAULT
    out[i] = in[i];
}

int main()
{
    RUN(careful, 1, N, i)
}
