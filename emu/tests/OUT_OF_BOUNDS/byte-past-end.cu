// Writes byte 11 of 10; the twin's array has 11.
#include "test.h"

__global__ void fill(char *text)
{
    text[threadIdx.x] = 'x'; // FAULT
}

int main()
{
    char *text;
#ifdef TWIN
    cudaMalloc(&text, 11);
#else
    cudaMalloc(&text, 10);
#endif
    fill<<<1, 11>>>(text);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
