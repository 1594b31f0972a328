// cudaLaunchKernelEx(), its attributes and its errors.
#include "expect.h"

#include <cooperative_groups.h>

struct pair {
    int a;
    float b;
    __host__ __device__ pair(int n) : a(n), b(n / 2.0f)
    {
    }
};

__global__ void add(int *out, size_t n, float by, pair p)
{
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += (int)by + p.a;
}

__global__ void nothing()
{
}

template <class T> __global__ void shared(T *out)
{
    extern __shared__ int box[];
    box[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = box[blockDim.x - 1 - threadIdx.x];
}

__global__ void whole(int *sum)
{
    atomicAdd(&sum[0], 1);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0)
        atomicAdd(&sum[1], sum[0]);
}

static cudaLaunchAttribute attribute(cudaLaunchAttributeID id)
{
    cudaLaunchAttribute a = {};
    a.id = id;
    return a;
}

int main()
{
    int *out, host[256];
    cudaStream_t stream;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    cudaStreamCreate(&stream);

    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = dim3(64);
    config.stream = stream;
    // The arguments are converted: int to size_t, double to float, int to a struct.
    HOST_IS(cudaLaunchKernelEx(&config, add, out, 200, 2.5, 3), cudaSuccess);
    HOST_IS(cudaLaunchKernelEx(&config, nothing), cudaSuccess);
    size_t n = 256;
    float by = 1;
    pair p = 1;
    void *arguments[] = {&out, &n, &by, &p};
    HOST_IS(cudaLaunchKernelExC(&config, (void *)add, arguments), cudaSuccess);
    const void *kernels[] = {(const void *)add, nullptr};
    HOST_IS(cudaLaunchKernelExC(&config, kernels[0], arguments), cudaSuccess);
    HOST_IS(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(host[0] == 9 && host[199] == 9 && host[200] == 4 && host[255] == 4, true);

    cudaLaunchAttribute hints[] = {
        attribute(cudaLaunchAttributeIgnore), attribute(cudaLaunchAttributePriority),
        attribute(cudaLaunchAttributeProgrammaticStreamSerialization),
        attribute(cudaLaunchAttributeMemSyncDomain),
        attribute(cudaLaunchAttributeClusterDimension)};
    hints[2].val.programmaticStreamSerializationAllowed = 1;
    hints[3].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
    hints[4].val.clusterDim.x = hints[4].val.clusterDim.y = 1;
    hints[4].val.clusterDim.z = 1;
    config.gridDim = 1;
    config.dynamicSmemBytes = 64 * sizeof(int);
    config.attrs = hints;
    config.numAttrs = 5;
    HOST_IS(cudaLaunchKernelEx(&config, shared<int>, out), cudaSuccess);
    HOST_IS(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(host[0] == 63 && host[63] == 0, true);

    cudaLaunchAttribute cooperative = attribute(cudaLaunchAttributeCooperative);
    cooperative.val.cooperative = 1;
    config.gridDim = 3;
    config.attrs = &cooperative;
    config.numAttrs = 1;
    cudaMemset(out, 0, sizeof host);
    HOST_IS(cudaLaunchKernelEx(&config, whole, out), cudaSuccess);
    HOST_IS(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(host[1], 3 * 3 * 64);
    config.gridDim = 1 << 20;
    HOST_IS(cudaLaunchKernelEx(&config, nothing), cudaErrorCooperativeLaunchTooLarge);

    config.gridDim = 1;
    config.numAttrs = 0;
    config.blockDim = 2000;
    HOST_IS(cudaLaunchKernelEx(&config, nothing), cudaErrorInvalidValue);
    config.blockDim = 64;
    config.dynamicSmemBytes = 1 << 20;
    HOST_IS(cudaLaunchKernelEx(&config, nothing), cudaErrorInvalidValue);
    config.dynamicSmemBytes = 0;
    HOST_IS(cudaLaunchKernelExC(&config, kernels[1], arguments),
            cudaErrorInvalidDeviceFunction);
    cudaGetLastError();
    cudaStreamDestroy(stream);
    cudaFree(out);
    return report();
}
