// Frees a pointer that was incremented; the twin keeps the one from cudaMalloc.
#include <stdio.h>

int main()
{
    float *data;
    cudaMalloc(&data, 64 * sizeof(float));
#ifdef TWIN
    cudaFree(data);
#else
    cudaFree(data + 1); // FAULT
#endif
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
