// Fetches the rows of a texture of which the host has copied all but the last; the twin
// copies all.
#include "test.h"

__global__ void copy(cudaTextureObject_t texture, float *out)
{
    const int x = threadIdx.x, y = threadIdx.y;
    out[y * 16 + x] = tex2D<float>(texture, x, y); // FAULT
}

int main()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    float host[4][16], *out;
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
#ifdef TWIN
    const int rows = 4;
#else
    const int rows = 3;
#endif
    for (int i = 0; i < 64; i++)
        host[i / 16][i % 16] = i;
    cudaMalloc(&out, sizeof host);
    cudaMallocArray(&array, &desc, 16, 4);
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], rows,
                        cudaMemcpyHostToDevice);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    copy<<<1, dim3(16, 4)>>>(texture, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(out);
    printf("right\n");
}
