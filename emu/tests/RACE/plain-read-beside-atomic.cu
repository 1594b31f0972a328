// One block reads a sum that others still add to; the twin's reads are atomic too.
#include "test.h"

__global__ void tickets(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        atomicAdd(&out[0], 1.0f); // FAULT
#ifdef TWIN
    float seen = atomicAdd(&out[0], 0.0f);
#else
    float seen = out[0]; // FAULT
#endif
    if (i > 0)
        out[i] = in[i] + seen * 0;
}

int main()
{
    RUN(tickets, 2, N / 2, i == 0 ? 1 : i)
}
