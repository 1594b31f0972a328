// The threads want more memory from malloc() than the heap of kernels has; the twin
// makes it larger.
#include "test.h"

__global__ void take(const float *in, float *out)
{
    int *p = (int *)malloc(1 << 18); // FAULT
    if (p)
        *p = threadIdx.x;
    __syncthreads(); // all have theirs
    out[threadIdx.x] = in[threadIdx.x];
    free(p);
}

int main()
{
#ifdef TWIN
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
#endif
    RUN(take, 1, N, i)
}
