// Copies to the device with the direction of the host; the twin with the right one.
#include <stdio.h>

#ifdef TWIN
#define DIRECTION cudaMemcpyHostToDevice
#else
#define DIRECTION cudaMemcpyDeviceToHost
#endif

int main()
{
    float host[64] = {0}, *data;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, DIRECTION); // FAULT
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    cudaFree(data);
    return 0;
}
