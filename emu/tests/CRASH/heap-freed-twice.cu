// free() of memory that was already freed.
#include "test.h"

__global__ void kernel(int *result)
{
    int *number = (int *)malloc(sizeof(int));
    *number = 3;
    *result = *number;
    free(number);
#ifndef TWIN
    free(number); // FAULT
#endif
}

int main(void)
{
    int *result;
    cudaMalloc(&result, sizeof(int));
    kernel<<<1, 1>>>(result);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return error != cudaSuccess;
}
