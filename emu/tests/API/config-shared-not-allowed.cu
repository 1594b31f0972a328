// cudaLaunchKernelEx() with 64 KiB of dynamic shared memory, which were not allowed
// before.
#include <stdio.h>

enum { BYTES = 64 * 1024 };

__global__ void turn(int *out)
{
    extern __shared__ int box[];
    box[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = box[threadIdx.x];
}

int main()
{
    int *out;
    cudaLaunchConfig_t config = {};
    cudaMalloc(&out, 64 * sizeof(int));
    config.gridDim = 1;
    config.blockDim = 64;
    config.dynamicSmemBytes = BYTES;
#ifdef TWIN
    cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
#endif
    const cudaError_t error = cudaLaunchKernelEx(&config, turn, out); // FAULT
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    cudaFree(out);
    return 0;
}
