// The driver API for the program's own kernels.
#include <cuda.h>
#include <string.h>

#include "expect.h"

__global__ void twice(int *p, int n)
{
    extern __shared__ int s[];
    if (threadIdx.x < (unsigned)n) {
        s[threadIdx.x] = p[threadIdx.x];
        p[threadIdx.x] = 2 * s[threadIdx.x];
    }
}

/* A string that is a kernel's. */
__device__ const char *named;
__global__ void name_it()
{
    named = "four";
}

int main()
{
    CUdevice device, now;
    CUcontext context, current = nullptr;
    int count = 0, major = 0, minor = 0, sms = 0, version = 0;
    char name[64] = "";
    size_t bytes = 0, free_bytes = 0, total = 0;
    HOST_IS(cuInit(0), CUDA_SUCCESS);
    HOST_IS(cuDriverGetVersion(&version), CUDA_SUCCESS);
    HOST_IS(version >= 0, true);
    HOST_IS(cuDeviceGetCount(&count), CUDA_SUCCESS);
    HOST_IS(count, 1);
    HOST_IS(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
    HOST_IS(cuDeviceGet(&device, 0), CUDA_SUCCESS);
    HOST_IS(cuCtxCreate(&context, 0, device), CUDA_SUCCESS);
    HOST_IS(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    HOST_IS(current == context, true);
    HOST_IS(cuCtxGetDevice(&now), CUDA_SUCCESS);
    HOST_IS(cuDeviceGetName(name, sizeof name, device), CUDA_SUCCESS);
    HOST_IS(strlen(name) > 3, true);
    HOST_IS(cuDeviceTotalMem(&bytes, device), CUDA_SUCCESS);
    HOST_IS(cuMemGetInfo(&free_bytes, &total), CUDA_SUCCESS);
    HOST_IS(bytes > 0 && free_bytes <= total, true);
    HOST_IS(cuDeviceComputeCapability(&major, &minor, device), CUDA_SUCCESS);
    HOST_IS(
        cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
        CUDA_SUCCESS);
    HOST_IS(major >= 7 && sms > 0, true);

    enum { N = 4 };
    int host[N] = {1, 2, 3, 4}, back[N], n = N;
    CUdeviceptr p, q;
    CUstream stream;
    CUevent start, end;
    CUfunction f;
    float ms = -1;
    HOST_IS(cuMemAlloc(&p, sizeof host), CUDA_SUCCESS);
    HOST_IS(cuMemAlloc(&q, sizeof host), CUDA_SUCCESS);
    CUdeviceptr from = 0;
    HOST_IS(cuMemGetAddressRange(&from, &bytes, p + 5), CUDA_SUCCESS);
    HOST_IS(from == p && bytes == sizeof host, true);
    HOST_IS(cuMemGetAddressRange(nullptr, nullptr, 12), CUDA_ERROR_NOT_FOUND);
    const char *passed = nullptr;
    char copied[8] = "";
    name_it<<<1, 1>>>();
    HOST_IS(cudaMemcpyFromSymbol(&passed, named, sizeof passed), cudaSuccess);
    HOST_IS(cuMemGetAddressRange(&from, &bytes, (CUdeviceptr)passed), CUDA_SUCCESS);
    HOST_IS(cudaMemcpy(copied, passed, 5, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(strcmp(copied, "four"), 0);
    HOST_IS(cuDeviceCanAccessPeer(&count, device, device), CUDA_SUCCESS);
    HOST_IS(count, 0);
    HOST_IS(cuMemsetD8(q, 0, sizeof host), CUDA_SUCCESS);
    HOST_IS(cuMemcpyHtoD(p, host, sizeof host), CUDA_SUCCESS);
    HOST_IS(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    HOST_IS(cuEventCreate(&start, CU_EVENT_DEFAULT), CUDA_SUCCESS);
    HOST_IS(cuEventCreate(&end, CU_EVENT_DEFAULT), CUDA_SUCCESS);
    HOST_IS(cudaGetFuncBySymbol(&f, (const void *)twice), cudaSuccess);
    void *arguments[] = {&p, &n};
    HOST_IS(cuEventRecord(start, stream), CUDA_SUCCESS);
    HOST_IS(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, N * sizeof(int), stream, arguments,
                           nullptr),
            CUDA_SUCCESS);
    HOST_IS(cuEventRecord(end, stream), CUDA_SUCCESS);
    HOST_IS(cuStreamSynchronize(stream), CUDA_SUCCESS);
    HOST_IS(cuEventElapsedTime(&ms, start, end), CUDA_SUCCESS);
    HOST_IS(ms >= 0, true);
    HOST_IS(cuMemcpyDtoD(q, p, sizeof host), CUDA_SUCCESS);
    HOST_IS(cuMemcpyDtoH(back, q, sizeof back), CUDA_SUCCESS);
    for (int i = 0; i < N; i++)
        HOST_IS(back[i], 2 * host[i]);
    HOST_IS(cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, stream, arguments, nullptr),
            CUDA_ERROR_INVALID_VALUE);
    cudaGetLastError();
    const char *text = nullptr, *of = nullptr;
    HOST_IS(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text), CUDA_SUCCESS);
    HOST_IS(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &of), CUDA_SUCCESS);
    HOST_IS(text && of && !strcmp(of, "CUDA_ERROR_ILLEGAL_ADDRESS"), true);
    HOST_IS(cuEventDestroy(start), CUDA_SUCCESS);
    HOST_IS(cuEventDestroy(end), CUDA_SUCCESS);
    HOST_IS(cuStreamDestroy(stream), CUDA_SUCCESS);
    HOST_IS(cuMemFree(p), CUDA_SUCCESS);
    HOST_IS(cuMemFree(q), CUDA_SUCCESS);
    HOST_IS(cuCtxSynchronize(), CUDA_SUCCESS);
    HOST_IS(cuCtxDestroy(context), CUDA_SUCCESS);
    return report();
}
