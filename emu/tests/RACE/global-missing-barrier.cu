// A block passes values through device memory, without a barrier; the twin has one.
#include "test.h"

__global__ void reverse(const float *in, float *out)
{
    int i = threadIdx.x;
    out[i] = in[i]; // FAULT
#ifdef TWIN
    __syncthreads(); // out is full
#endif
    float other = out[N - 1 - i]; // FAULT
#ifdef TWIN
    __syncthreads(); // out has been read
#endif
    out[i] = other; // FAULT
}

int main()
{
    RUN(reverse, 1, N, N - 1 - i)
}
