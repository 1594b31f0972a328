/* The CUDA runtime API: memory, errors, the device, streams and events. */
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu.h"
#include "memory.h"

/* ---- Errors. */

static cudaError_t last, sticky;

void emu_runtime_error(cudaError_t error, bool is_sticky)
{
    last = error;
    if (is_sticky && !sticky)
        sticky = error;
}

bool emu_runtime_stuck(void)
{
    if (sticky)
        last = sticky;
    return sticky != cudaSuccess;
}

/* What a call returns: the sticky error if there is one, else its own. */
static cudaError_t result(cudaError_t error)
{
    if (sticky)
        return sticky;
    if (error)
        last = error;
    return error;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = sticky ? sticky : last;
    last = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return sticky ? sticky : last;
}

static const struct {
    cudaError_t error;
    const char *name, *text;
} errors[] = {
#define E(name, text)                                                                  \
    {                                                                                  \
        name, #name, text                                                              \
    }
    E(cudaSuccess, "no error"),
    E(cudaErrorInvalidValue, "invalid argument"),
    E(cudaErrorMemoryAllocation, "out of memory"),
    E(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    E(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    E(cudaErrorInvalidDevice, "invalid device ordinal"),
    E(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    E(cudaErrorNotReady, "device not ready"),
    E(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    E(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    E(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    E(cudaErrorAssert, "device-side assert triggered"),
    E(cudaErrorMisalignedAddress, "misaligned address"),
    E(cudaErrorLaunchFailure, "unspecified launch failure"),
    E(cudaErrorUnknown, "unknown error"),
#undef E
};
enum { N_ERRORS = sizeof errors / sizeof *errors };

const char *cudaGetErrorName(cudaError_t error)
{
    for (int i = 0; i < N_ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    for (int i = 0; i < N_ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}

/* ---- The device. */

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return result(cudaSuccess);
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return result(cudaSuccess);
}

cudaError_t cudaSetDevice(int device)
{
    return result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    const struct profile *p = emu_profile();
    if (device != 0)
        return result(cudaErrorInvalidDevice);
    *prop = (struct cudaDeviceProp){
        .totalGlobalMem = p->dram_bytes,
        .sharedMemPerBlock = 48 * 1024,
        .regsPerBlock = p->registers_sm,
        .warpSize = WARP_SIZE,
        .maxThreadsPerBlock = MAX_THREADS,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {0x7fffffff, 65535, 65535},
        .major = p->compute_major,
        .minor = p->compute_minor,
        .multiProcessorCount = p->sms,
        .l2CacheSize = p->l2_bytes,
        .maxThreadsPerMultiProcessor = p->threads_sm,
        .maxBlocksPerMultiProcessor = p->blocks_sm,
        .sharedMemPerMultiprocessor = p->shared_bytes_sm,
        .sharedMemPerBlockOptin = p->shared_bytes_block,
        .regsPerMultiprocessor = p->registers_sm,
        .concurrentKernels = 1,
    };
    strcpy(prop->name, p->name);
    return result(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
    struct cudaDeviceProp prop;
    cudaError_t error = cudaGetDeviceProperties(&prop, device);
    if (error)
        return error;
    switch (attr) {
    case cudaDevAttrMaxThreadsPerBlock:
        *value = prop.maxThreadsPerBlock;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = prop.sharedMemPerBlock;
        break;
    case cudaDevAttrWarpSize:
        *value = prop.warpSize;
        break;
    case cudaDevAttrClockRate:
        *value = emu_profile()->clock_mhz * 1000;
        break;
    case cudaDevAttrMultiProcessorCount:
        *value = prop.multiProcessorCount;
        break;
    case cudaDevAttrL2CacheSize:
        *value = prop.l2CacheSize;
        break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        *value = prop.maxThreadsPerMultiProcessor;
        break;
    case cudaDevAttrComputeCapabilityMajor:
        *value = prop.major;
        break;
    case cudaDevAttrComputeCapabilityMinor:
        *value = prop.minor;
        break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        *value = prop.sharedMemPerMultiprocessor;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = prop.sharedMemPerBlockOptin;
        break;
    default:
        return result(cudaErrorInvalidValue);
    }
    return result(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize(void)
{
    return result(cudaSuccess);
}

cudaError_t cudaDeviceReset(void)
{
    last = sticky = cudaSuccess;
    emu_memory_reset();
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0; /* there is no driver */
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

/* ---- Memory. */

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    return result(sticky ? sticky : emu_memory_take(pointer, bytes));
}

cudaError_t cudaFree(void *pointer)
{
    return result(sticky ? sticky : emu_memory_give(pointer));
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    *pointer = malloc(bytes);
    return result(*pointer ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFreeHost(void *pointer)
{
    free(pointer);
    return result(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    *total_bytes = emu_profile()->dram_bytes;
    *free_bytes = *total_bytes - emu_allocated_bytes();
    return result(cudaSuccess);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    bool to_device = emu_memory_is_device(to), from_device = emu_memory_is_device(from);
    if (sticky || bytes == 0)
        return result(cudaSuccess);
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return result(cudaErrorInvalidMemcpyDirection);
    bool wants_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool wants_from =
        kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind != cudaMemcpyDefault &&
        (to_device != wants_to || from_device != wants_from))
        return result(cudaErrorInvalidValue);
    if ((to_device && !emu_memory_holds(to, bytes)) ||
        (from_device && !emu_memory_holds(from, bytes)))
        return result(cudaErrorInvalidValue);
    emu_memory_open(true);
    memmove(to, from, bytes);
    emu_memory_open(false);
    emu_memory_copied(to, from, bytes);
    return result(cudaSuccess);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    if (sticky || bytes == 0)
        return result(cudaSuccess);
    if (!emu_memory_holds(to, bytes))
        return result(cudaErrorInvalidValue);
    emu_memory_open(true);
    memset(to, value, bytes);
    emu_memory_open(false);
    emu_memory_copied(to, NULL, bytes);
    return result(cudaSuccess);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(to, value, bytes);
}

/* ---- Streams and events. */

struct emu_stream {
    int unused;
};

struct emu_event {
    double seconds; /* on the modelled device's clock; negative before it is recorded */
};

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    *stream = calloc(1, sizeof **stream);
    return result(*stream ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    free(stream);
    return result(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    return result(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = malloc(sizeof **event);
    if (!*event)
        return result(cudaErrorMemoryAllocation);
    (*event)->seconds = -1;
    return result(cudaSuccess);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    free(event);
    return result(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    event->seconds = emu_clock;
    return result(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return result(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    if (!start || !end || start->seconds < 0 || end->seconds < 0)
        return result(cudaErrorInvalidResourceHandle);
    *ms = (end->seconds - start->seconds) * 1e3;
    return result(cudaSuccess);
}

/* ---- Functions. */

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute,
                                 int value)
{
    bool too_much = attribute == cudaFuncAttributeMaxDynamicSharedMemorySize &&
                    value > emu_profile()->shared_bytes_block;
    if (kernel && !too_much &&
        attribute == cudaFuncAttributeMaxDynamicSharedMemorySize &&
        value > emu_settings.shared_opted)
        emu_settings.shared_opted = value;
    return result(kernel && value >= 0 && !too_much ? cudaSuccess
                                                    : cudaErrorInvalidValue);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *kernel,
                                                          int threads,
                                                          size_t dynamic_shared)
{
    if (!kernel || threads < 1 || threads > MAX_THREADS)
        return result(cudaErrorInvalidValue);
    *blocks = emu_model_blocks_per_sm(threads, dynamic_shared);
    return result(cudaSuccess);
}
