// Uses memory after cudaFree; the twin frees it later.
#include <stdio.h>

__global__ void fill(float *data)
{
    data[threadIdx.x] = threadIdx.x; // FAULT
}

int main()
{
    float *data;
    cudaMalloc(&data, 64 * sizeof(float));
#ifndef TWIN
    cudaFree(data);
#endif
    fill<<<1, 64>>>(data);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
