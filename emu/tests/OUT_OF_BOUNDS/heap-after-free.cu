// A kernel reads memory that another kernel has freed.
#include "test.h"

__device__ int *numbers;

__global__ void make(void)
{
    numbers = new int[4];
    numbers[3] = 1;
}
__global__ void drop(void)
{
#ifndef TWIN
    delete[] numbers;
#endif
}
__global__ void use(int *result)
{
    *result = numbers[3]; // FAULT
}

int main(void)
{
    int *result;
    cudaMalloc(&result, sizeof(int));
    make<<<1, 1>>>();
    drop<<<1, 1>>>();
    use<<<1, 1>>>(result);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return error != cudaSuccess;
}
