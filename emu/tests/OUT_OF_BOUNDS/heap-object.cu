// An index past the end of memory from malloc() in the kernel.
#include "test.h"

#ifdef TWIN
#define LAST 15
#else
#define LAST 16
#endif

__global__ void kernel(int *sums)
{
    int *numbers = (int *)malloc(16 * sizeof(int)), sum = 0;
    for (int i = 0; i <= LAST; i++)
        numbers[i] = i; // FAULT
    for (int i = 0; i < 16; i++)
        sum += numbers[i];
    sums[threadIdx.x] = sum;
    free(numbers);
}

int main(void)
{
    int *sums;
    cudaMalloc(&sums, 32 * sizeof(int));
    kernel<<<1, 32>>>(sums);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return error != cudaSuccess;
}
