// Makes a texture of memory from its second element on; the twin adds 1 to the
// coordinate instead.
#include "test.h"

__global__ void copy(cudaTextureObject_t texture, int first, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(texture, first + threadIdx.x);
}

int main()
{
#ifdef TWIN
    const int first = 0;
#else
    const int first = 1;
#endif
    float *data, *out;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaMalloc(&data, 2 * N * sizeof *data);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(data, 0, 2 * N * sizeof *data);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data + first;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = N * sizeof *data;
    if (cudaCreateTextureObject(&texture, &resource, &how, NULL)) // FAULT
        return 1;
    copy<<<1, N>>>(texture, 1 - first, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
    printf("right\n");
}
