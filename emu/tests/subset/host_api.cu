// The runtime API besides memory: the device, streams, events, kernels, occupancy.
#include <cuda_profiler_api.h>
#include <string.h>

#include "expect.h"

__global__ void fill(int *out, int value, float scale)
{
    __shared__ int tile[256];
    tile[threadIdx.x] = value;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x] * scale;
}
__global__ void dynamic_only(int *out)
{
    extern __shared__ int box[];
    box[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = box[threadIdx.x];
}

static void the_device(void)
{
    int n, device = -1, value;
    cudaDeviceProp p;
    HOST_IS(cudaGetDeviceCount(&n) == cudaSuccess && n >= 1, true);
    HOST_IS(cudaSetDevice(0), cudaSuccess);
    HOST_IS(cudaGetDevice(&device) == cudaSuccess && device == 0, true);
    HOST_IS(cudaSetDevice(n), cudaErrorInvalidDevice);
    HOST_IS(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    HOST_IS(strlen(p.name) > 0 && p.warpSize == 32 && p.maxThreadsPerBlock == 1024,
            true);
    HOST_IS(p.maxThreadsDim[2] == 64 && p.maxGridSize[0] == 0x7fffffff &&
                p.totalConstMem == 65536,
            true);
    HOST_IS(p.sharedMemPerBlock == 48 << 10 && p.sharedMemPerBlockOptin >= 48 << 10,
            true);
    HOST_IS(p.managedMemory && p.unifiedAddressing && p.canMapHostMemory, true);
#define ATTRIBUTE(name, field)                                                         \
    HOST_IS(cudaDeviceGetAttribute(&value, name, 0) == cudaSuccess &&                  \
                value == (int)(field),                                                 \
            true)
    ATTRIBUTE(cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock);
    ATTRIBUTE(cudaDevAttrMaxBlockDimZ, 64);
    ATTRIBUTE(cudaDevAttrMaxGridDimY, 65535);
    ATTRIBUTE(cudaDevAttrWarpSize, 32);
    ATTRIBUTE(cudaDevAttrMultiProcessorCount, p.multiProcessorCount);
    ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock);
    ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin);
    ATTRIBUTE(cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor);
    ATTRIBUTE(cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock);
    ATTRIBUTE(cudaDevAttrComputeCapabilityMajor, p.major);
    ATTRIBUTE(cudaDevAttrComputeCapabilityMinor, p.minor);
    ATTRIBUTE(cudaDevAttrL2CacheSize, p.l2CacheSize);
    HOST_IS(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)12345, 0),
            cudaErrorInvalidValue);
    HOST_IS(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, n),
            cudaErrorInvalidDevice);
    HOST_IS(cudaRuntimeGetVersion(&value) == cudaSuccess && value == CUDART_VERSION,
            true);
    size_t bytes;
    HOST_IS(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20), cudaSuccess);
    HOST_IS(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize), cudaSuccess);
    HOST_IS(bytes >= 4 << 20, true);
    HOST_IS(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1), cudaSuccess);
    cudaSharedMemConfig banks;
    HOST_IS(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte), cudaSuccess);
    HOST_IS(cudaDeviceGetSharedMemConfig(&banks), cudaSuccess);
    HOST_IS(banks, cudaSharedMemBankSizeFourByte);
    int rank;
    HOST_IS(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 1),
            cudaErrorInvalidDevice);
    const float *constants; // a pointer to what kernels do not change
    HOST_IS(cudaMalloc(&constants, std::max(4, 8)), cudaSuccess); // as nvcc has it
    HOST_IS(cudaFree((void *)constants), cudaSuccess);
    HOST_IS(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess,
            true);
    cudaGetLastError();
}

static void called_back(void *data)
{
    ++*(int *)data;
}
static void called_by_stream(cudaStream_t, cudaError_t status, void *data)
{
    *(int *)data += status == cudaSuccess ? 10 : 1000;
}

static void streams(void)
{
    cudaStream_t a, b, c;
    cudaEvent_t start, end, untimed;
    unsigned flags;
    int least, greatest, priority, calls = 0, *out;
    float ms = -1;
    cudaMalloc(&out, 256 * sizeof *out);
    HOST_IS(cudaStreamCreate(&a), cudaSuccess);
    HOST_IS(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking), cudaSuccess);
    HOST_IS(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
    HOST_IS(greatest <= least, true);
    HOST_IS(cudaStreamCreateWithPriority(&c, cudaStreamDefault, greatest), cudaSuccess);
    HOST_IS(cudaStreamGetPriority(c, &priority) == cudaSuccess && priority == greatest,
            true);
    HOST_IS(cudaStreamGetFlags(b, &flags) == cudaSuccess &&
                flags == cudaStreamNonBlocking,
            true);
    HOST_IS(cudaEventCreate(&start), cudaSuccess);
    HOST_IS(cudaEventCreateWithFlags(&end, cudaEventBlockingSync), cudaSuccess);
    HOST_IS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
    HOST_IS(cudaEventElapsedTime(&ms, start, end), cudaErrorInvalidResourceHandle);
    HOST_IS(cudaEventRecord(start, a), cudaSuccess);
    fill<<<1, 256, 0, a>>>(out, 3, 2);
    HOST_IS(cudaEventRecord(end, a), cudaSuccess);
    HOST_IS(cudaEventRecord(untimed, a), cudaSuccess);
    HOST_IS(cudaStreamWaitEvent(b, end, 0), cudaSuccess);
    HOST_IS(cudaEventSynchronize(end), cudaSuccess);
    HOST_IS(cudaEventQuery(end), cudaSuccess);
    HOST_IS(cudaEventElapsedTime(&ms, start, end) == cudaSuccess && ms > 0, true);
    HOST_IS(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
    HOST_IS(cudaLaunchHostFunc(a, called_back, &calls), cudaSuccess);
    HOST_IS(cudaStreamAddCallback(a, called_by_stream, &calls, 0), cudaSuccess);
    HOST_IS(cudaStreamSynchronize(a) == cudaSuccess && calls == 11, true);
    HOST_IS(cudaStreamQuery(a), cudaSuccess);
    HOST_IS(cudaEventDestroy(start), cudaSuccess);
    HOST_IS(cudaEventDestroy(end), cudaSuccess);
    HOST_IS(cudaEventDestroy(untimed), cudaSuccess);
    HOST_IS(cudaStreamDestroy(a), cudaSuccess);
    HOST_IS(cudaStreamDestroy(b), cudaSuccess);
    HOST_IS(cudaStreamDestroy(c), cudaSuccess);
    HOST_IS(cudaEventRecord(0, 0), cudaErrorInvalidResourceHandle);
    cudaFree(out);
    cudaGetLastError();
}

struct one_int_a_thread {
    __host__ __device__ size_t operator()(int threads) const
    {
        return threads * sizeof(int);
    }
};

static void kernels(void)
{
    cudaFuncAttributes a;
    int *out, host[256], value = 7, blocks, one, grid, block, sms;
    float scale = 2;
    HOST_IS(cudaFuncGetAttributes(&a, fill), cudaSuccess);
    HOST_IS(a.sharedSizeBytes == 1024 && a.maxThreadsPerBlock == 1024, true);
    HOST_IS(cudaFuncGetAttributes(&a, dynamic_only), cudaSuccess);
    HOST_IS(a.sharedSizeBytes, 0u);
    HOST_IS(cudaFuncSetCacheConfig(fill, cudaFuncCachePreferShared), cudaSuccess);
    HOST_IS(cudaFuncSetAttribute(dynamic_only,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, 60 << 10),
            cudaSuccess);
    HOST_IS(cudaFuncSetAttribute(dynamic_only,
                                 cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared),
            cudaSuccess);
    HOST_IS(cudaFuncSetAttribute(dynamic_only,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30),
            cudaErrorInvalidValue);

    cudaMalloc(&out, sizeof host);
    void *arguments[] = {&out, &value, &scale};
    HOST_IS(cudaLaunchKernel(fill, dim3(1), dim3(256), arguments, 0, 0), cudaSuccess);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    HOST_IS(host[255], 14);
    HOST_IS(cudaLaunchKernel(fill, dim3(1), dim3(2000), arguments),
            cudaErrorInvalidValue);
    dynamic_only<<<1, 256, 60 << 10>>>(out);
    HOST_IS(cudaDeviceSynchronize(), cudaSuccess);

    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    HOST_IS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0),
            cudaSuccess);
    HOST_IS(blocks > 1 && blocks <= p.maxThreadsPerMultiProcessor / 256, true);
    HOST_IS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &one, fill, 256, p.sharedMemPerMultiprocessor / 2 - 1024),
            cudaSuccess);
    HOST_IS(one, 1); // 1 KiB of its own, and 1 KiB of the driver's
    HOST_IS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0), cudaSuccess);
    HOST_IS(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0),
            cudaSuccess);
    HOST_IS(block % 32 == 0 && block >= 256 && grid % sms == 0 && grid > 0, true);
    HOST_IS(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, dynamic_only,
                                                           one_int_a_thread(), 128),
            cudaSuccess);
    HOST_IS(block <= 128 && block > 0, true);
    size_t bytes;
    HOST_IS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic_only, 2, 256),
            cudaSuccess);
    HOST_IS(bytes > 0 && bytes <= p.sharedMemPerMultiprocessor / 2, true);
    HOST_IS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 0, 0),
            cudaErrorInvalidValue);
    cudaFree(out);
    cudaGetLastError();
}

static void errors(void)
{
    HOST_IS(cudaGetLastError(), cudaSuccess);
    HOST_IS(cudaSetDevice(-1), cudaErrorInvalidDevice);
    HOST_IS(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    HOST_IS(cudaGetLastError(), cudaErrorInvalidDevice);
    HOST_IS(cudaPeekAtLastError(), cudaSuccess);
    HOST_IS(strcmp(cudaGetErrorName(cudaErrorNotSupported), "cudaErrorNotSupported"),
            0);
    HOST_IS(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"), 0);
    HOST_IS(strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code"), 0);
}

int main()
{
    the_device();
    streams();
    kernels();
    errors();
    return report();
}
