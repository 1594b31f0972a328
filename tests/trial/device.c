/* What the harness calls of CUDA, and an instrument that knows nothing; device.h states
   the contract. */
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "probe.h"

cudaError_t launch_error;
const char *error_name = "cudaSuccess";

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    *pointer = aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFree(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    (void)kind;
    memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = NULL;
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    (void)event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)event;
    (void)stream;
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    (void)start;
    (void)end;
    *ms = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void)
{
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = launch_error;

    launch_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return error == cudaSuccess ? "cudaSuccess" : error_name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaSuccess ? "no error" : "some error";
}

bool probe_available(void)
{
    return false;
}

bool probe_fault(struct fault *f)
{
    (void)f;
    return false;
}

void probe_reset(void)
{
}

void probe_withhold(unsigned ways, int bytes, uint64_t seed)
{
    (void)ways;
    (void)bytes;
    (void)seed;
}

void probe_flops(double flops)
{
    (void)flops;
}

void probe_timeout(double seconds)
{
    (void)seconds;
}

void probe_arrays(void *const start[], const uint32_t width[], int n)
{
    (void)start, (void)width, (void)n;
}

void probe_counters(struct counters *c)
{
    *c = (struct counters){0};
}

void probe_array_counters(int i, struct array_counters *c)
{
    (void)i;
    *c = (struct array_counters){0};
}
