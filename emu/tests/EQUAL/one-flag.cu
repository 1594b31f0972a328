// All threads of two blocks set one flag; of the twin's, one thread does.
#include "test.h"

__device__ int found;

__global__ void search(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
#ifdef TWIN
    if (in[i] == 7)
#else
    if (in[i] >= 7)
#endif
        found = 1; // FAULT
}

int main()
{
    RUN(search, 2, N / 2, i)
}
