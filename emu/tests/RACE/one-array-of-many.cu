// Two blocks write one element of the last of 100 arrays; the twin's write their own.
#include "test.h"

__global__ void clear(float *p)
{
    p[threadIdx.x] = 0;
}

__global__ void copy(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef TWIN
    int to = i;
#else
    int to = i % (N / 2);
#endif
    out[to] = in[i]; // FAULT
}

int main()
{
    for (int i = 0; i < 100; i++) {
        float *p;
        cudaMalloc(&p, N * sizeof(float));
        clear<<<1, N>>>(p);
    }
    RUN(copy, 2, N / 2, i)
}
