// Reads a neighbour's element of a surface, and stores to its own, with no barrier in
// between; the twin has one.
#include "test.h"

__global__ void shift(cudaSurfaceObject_t surface)
{
    const int x = threadIdx.x;
    const int next = surf1Dread<int>(surface, (x + 1) % N * 4); // FAULT
#ifdef TWIN
    __syncthreads();
#endif
    surf1Dwrite(next, surface, x * 4); // FAULT
}

int main()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    int host[N];
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMallocArray(&array, &desc, N, 0, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1,
                        cudaMemcpyHostToDevice);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &resource);
    shift<<<1, N>>>(surface);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    printf("right\n");
}
