// Copies an array of 80 floats into memory for 64; the twin allocates 80.
#include <stdio.h>

#ifdef TWIN
enum { ROOM = 80 };
#else
enum { ROOM = 64 };
#endif

int main()
{
    float host[80] = {0}, *data;
    cudaMalloc(&data, ROOM * sizeof(float));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice); // FAULT
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    cudaFree(data);
    return 0;
}
