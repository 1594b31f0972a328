// A vote of the block that part of it does not take part in.
#include "../../test.h"

__global__ void any(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    bool votes = true;
#else
    bool votes = i < N - 8;
#endif
    out[i] = 0;
    if (votes)
        out[i] = __syncthreads_or(in[i] == N - 1) != 0; // FAULT
}

int main()
{
    RUN(any, 1, N, 1)
}
