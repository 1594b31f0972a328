// Calls the compiler's own memset through a null pointer; the twin gives it memory.
#include "test.h"

__global__ void clear(const float *in, float *out)
{
    float *to = threadIdx.x == 0 ? out : NULL;
#ifdef TWIN
    if (threadIdx.x == 0)
#endif
        __builtin_memset(to, 0, N * sizeof *to); // FAULT
    __syncthreads();                             // out is zero
    out[threadIdx.x] += in[threadIdx.x];
}

int main()
{
    RUN(clear, 1, N, i)
}
