// One thread stores what the element holds already, another one something else; of the
// twin's, each stores to an element of its own.
#include "test.h"

__global__ void store(const float *in, float *out)
{
#ifdef TWIN
    int to = threadIdx.x;
#else
    int to = threadIdx.x % (N / 2);
#endif
    out[threadIdx.x] = 0;
    __syncthreads();
    out[to] = threadIdx.x < N / 2 ? 0 : 1; // FAULT
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(store, 1, N, i)
}
