// Writes one element past the end of each row of a surface; the twin guards it.
#include "test.h"

__global__ void fill(cudaSurfaceObject_t surface, int width)
{
    const int x = threadIdx.x, y = blockIdx.x;
#ifdef TWIN
    if (x < width)
#else
    if (x <= width)
#endif
        surf2Dwrite(1.0f, surface, x * (int)sizeof(float), y); // FAULT
}

int main()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    cudaMallocArray(&array, &desc, 20, 8, cudaArraySurfaceLoadStore);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &resource);
    fill<<<8, 32>>>(surface, 20);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    printf("right\n");
}
