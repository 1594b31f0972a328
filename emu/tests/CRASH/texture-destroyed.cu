// Fetches from a texture object that was destroyed; the twin destroys it after the
// kernel.
#include "test.h"

__global__ void copy(cudaTextureObject_t texture, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); // FAULT
}

int main()
{
    float *data, *out;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(data, 0, N * sizeof *data);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = N * sizeof *data;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
#ifndef TWIN
    cudaDestroyTextureObject(texture);
#endif
    copy<<<1, N>>>(texture, out);
    cudaDeviceSynchronize();
#ifdef TWIN
    cudaDestroyTextureObject(texture);
#endif
    cudaFree(data);
    cudaFree(out);
    printf("right\n");
}
