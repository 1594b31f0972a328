// Fetches by a texture what the same launch has stored; the twin stores in a launch of
// its own.
#include "test.h"

__global__ void store(float *data, cudaTextureObject_t texture, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
    __syncthreads();
    if (out)
        out[i] = tex1Dfetch<float>(texture, i); // FAULT
}
__global__ void fetch(cudaTextureObject_t texture, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1Dfetch<float>(texture, i);
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
#ifdef TWIN
    store<<<2, N / 2>>>(data, texture, NULL);
    fetch<<<2, N / 2>>>(texture, out);
#else
    store<<<2, N / 2>>>(data, texture, out);
#endif
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
    printf("right\n");
}
