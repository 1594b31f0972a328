// The threads of a block pass values through a __device__ array, without a barrier;
// the twin has one.
#include "test.h"

__device__ float table[N];

__global__ void turn(const float *in, float *out)
{
    int i = threadIdx.x;
    table[i] = in[i]; // FAULT
#ifdef TWIN
    __syncthreads(); // the table is full
#endif
    out[i] = table[(i + 32) % N]; // FAULT
}

int main()
{
    RUN(turn, 1, N, (i + 32) % N)
}
