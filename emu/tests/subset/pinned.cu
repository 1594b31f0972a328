// Host memory that is registered, memory pools, peers, launches of a void *, callbacks.
#include <stdint.h>
#include <stdlib.h>

#include "expect.h"

__global__ void add(int *p, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += by;
}
template <class T> __global__ void twice(T *p)
{
    p[threadIdx.x] *= 2;
}

static int called;
static void CUDART_CB call_back(cudaStream_t, cudaError_t error, void *data)
{
    called += *(int *)data + error;
}

int main(void)
{
    int *memory = (int *)malloc(1000 * sizeof(int)), *device, by = 3;
    unsigned int flags;
    for (int i = 0; i < 1000; i++)
        memory[i] = i;
    HOST_IS(cudaHostRegister(memory, 1000 * sizeof(int), cudaHostRegisterMapped),
            cudaSuccess);
    HOST_IS(cudaHostRegister(memory, 1000 * sizeof(int), cudaHostRegisterMapped),
            cudaErrorHostMemoryAlreadyRegistered);
    HOST_IS(cudaHostGetDevicePointer(&device, memory, 0), cudaSuccess);
    HOST_IS(cudaHostGetFlags(&flags, memory), cudaSuccess);
    cudaPointerAttributes attributes;
    HOST_IS(cudaPointerGetAttributes(&attributes, memory), cudaSuccess);
    HOST_IS(attributes.type, cudaMemoryTypeHost);
    add<<<4, 256>>>(device, 1000, 1);
    HOST_IS(cudaDeviceSynchronize(), cudaSuccess);
    HOST_IS(memory[999], 1000);
    HOST_IS(cudaHostUnregister(memory), cudaSuccess);
    HOST_IS(cudaGetLastError(), cudaErrorHostMemoryAlreadyRegistered);
    HOST_IS(cudaHostUnregister(memory), cudaErrorHostMemoryNotRegistered);
    cudaGetLastError();

    cudaMemPool_t pool, own;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    uint64_t threshold = 1 << 20, told = 0;
    cudaStream_t stream;
    HOST_IS(cudaStreamCreate(&stream), cudaSuccess);
    HOST_IS(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    HOST_IS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
    HOST_IS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &told),
            cudaSuccess);
    HOST_IS(told, threshold);
    HOST_IS(cudaMemPoolCreate(&own, &props), cudaSuccess);
    HOST_IS(cudaMallocFromPoolAsync(&device, 1000 * sizeof(int), own, stream),
            cudaSuccess);
    HOST_IS(cudaMemcpyAsync(device, memory, 1000 * sizeof(int), cudaMemcpyHostToDevice,
                            stream),
            cudaSuccess);

    int n = 1000;
    void *arguments[] = {&device, &n, &by};
    void *kernels[] = {(void *)add, nullptr};
    HOST_IS(cudaLaunchKernel(kernels[0], 4, 256, arguments, 0, stream), cudaSuccess);
    HOST_IS(cudaLaunchKernel((void *)twice<int>, 1, 1, arguments, 0, stream),
            cudaSuccess);
    HOST_IS(cudaLaunchKernel(kernels[1], 1, 1, arguments, 0, stream),
            cudaErrorInvalidDeviceFunction);
    HOST_IS(cudaGetLastError(), cudaErrorInvalidDeviceFunction);
    HOST_IS(cudaStreamAddCallback(stream, call_back, &by, 0), cudaSuccess);
    HOST_IS(cudaStreamSynchronize(stream), cudaSuccess);
    HOST_IS(called, 3);
    HOST_IS(cudaMemcpyPeer(device + 500, 0, device, 0, 4 * sizeof(int)), cudaSuccess);
    HOST_IS(cudaMemcpy(memory, device + 500, 4 * sizeof(int), cudaMemcpyDeviceToHost),
            cudaSuccess);
    HOST_IS(memory[0] == 2 * (1 + 3) && memory[3] == 4 + 3, true);
    HOST_IS(cudaFreeAsync(device, stream), cudaSuccess);
    HOST_IS(cudaMemPoolDestroy(own), cudaSuccess);
    HOST_IS(cudaStreamDestroy(stream), cudaSuccess);
    free(memory);
    return report();
}
