// Shifts an array in place, over the edge of a block; the twin reads from another
// array.
#include "test.h"

__global__ void shift(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef TWIN
    float next = in[(i + 1) % N];
#else
    float next = out[(i + 1) % N]; // FAULT
#endif
    __syncthreads();           // the block has read: in the twin, that is enough
    out[i] = next + in[i] * 0; // FAULT
}

int main()
{
    RUN(shift, 2, N / 2, (i + 1) % N)
}
