// A launch whose grid is no multiple of its clusters.
#include <stdio.h>

__global__ void __cluster_dims__(2) nothing()
{
}

int main()
{
#ifdef TWIN
    const int blocks = 4;
#else
    const int blocks = 3;
#endif
    nothing<<<blocks, 64>>>(); // FAULT
    const cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return cudaDeviceSynchronize() != cudaSuccess;
}
