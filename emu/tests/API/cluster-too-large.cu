// A launch with clusters of 16 blocks, which the kernel was not allowed to have.
#include <stdio.h>

__global__ void nothing()
{
}

int main()
{
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 16;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = 32;
    config.blockDim = 64;
    config.attrs = &attribute;
    config.numAttrs = 1;
#ifdef TWIN
    cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
#endif
    const cudaError_t error = cudaLaunchKernelEx(&config, nothing); // FAULT
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return cudaDeviceSynchronize() != cudaSuccess;
}
