// The address of a __device__ variable, in host code, is of the host's own variable.
#include "test.h"

__device__ float table[N];

__global__ void fill(float *to)
{
    to[threadIdx.x] = threadIdx.x; // FAULT
}

int main()
{
    float *to = table;
#ifdef TWIN
    cudaGetSymbolAddress((void **)&to, table);
#endif
    fill<<<1, N>>>(to);
    printf("%s\n", cudaDeviceSynchronize() ? "failed" : "right");
}
