// Even and odd threads wait at different barriers; the twin's wait at one.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    __syncthreads();
    out[i] = in[i];
#else
    if (i % 2) {
        out[i] = in[i];
        __syncthreads(); // FAULT
    } else {
        __syncthreads(); // FAULT
        out[i] = in[i];
    }
#endif
}

int main()
{
    RUN(copy, 1, N, i)
}
