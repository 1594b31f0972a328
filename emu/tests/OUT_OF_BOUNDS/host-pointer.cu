// Passes a kernel memory from malloc; the twin passes memory from cudaMalloc.
#include <stdio.h>
#include <stdlib.h>

__global__ void fill(float *data)
{
    data[threadIdx.x] = threadIdx.x; // FAULT
}

int main()
{
    float *data;
#ifdef TWIN
    cudaMalloc(&data, 64 * sizeof(float));
#else
    data = (float *)malloc(64 * sizeof(float));
#endif
    fill<<<1, 64>>>(data);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
