// Fetches from a texture whose array was freed; the twin frees it after the kernel.
#include "test.h"

__global__ void copy(cudaTextureObject_t texture, float *out)
{
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); // FAULT
}

int main()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    float host[N], *out;
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc(&out, sizeof host);
    cudaMallocArray(&array, &desc, N, 1);
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1,
                        cudaMemcpyHostToDevice);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
#ifndef TWIN
    cudaFreeArray(array);
#endif
    copy<<<1, N>>>(texture, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(out);
#ifdef TWIN
    cudaFreeArray(array);
#endif
    printf("right\n");
}
