// Frees memory twice; the twin frees it once.
#include <stdio.h>

int main()
{
    float *data;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaFree(data);
#ifndef TWIN
    cudaFree(data); // FAULT
#endif
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
