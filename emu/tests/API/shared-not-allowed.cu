// Takes 64 KiB of dynamic shared memory that another kernel was allowed; the twin
// allows this one.
#include <stdio.h>

enum { BYTES = 64 * 1024 };

__global__ void first(int *out)
{
    extern __shared__ int box[];
    box[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = box[threadIdx.x];
}

__global__ void second(int *out)
{
    extern __shared__ int box[];
    box[threadIdx.x] = threadIdx.x + 1;
    out[threadIdx.x] = box[threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
#ifdef TWIN
    cudaFuncSetAttribute(second, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
#endif
    first<<<1, 64, BYTES>>>(out);
    second<<<1, 64, BYTES>>>(out); // FAULT
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    cudaFree(out);
    return 0;
}
