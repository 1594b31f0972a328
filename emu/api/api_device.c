/* The CUDA runtime API: the device, defined by a profile in emu/gpus. */
#include <cuda_runtime.h>

#include <string.h>

#include "alias.h"
#include "api.h"
#include "api_array.h"
#include "graph.h"
#include "heap.h"
#include "host_order.h"
#include "memory.h"
#include "param.h"
#include "profile.h"

enum {
    SHARED_PER_BLOCK = SHARED_STATIC_MAX, /* the default limit */
    SHARED_RESERVED = 1024,               /* the driver's own, per block */
    CONSTANT_BYTES = 64 * 1024,
    MEMORY_PITCH = 0x7fffffff
}; /* CUDA C++ Programming Guide, compute capabilities */

cudaError_t cudaGetDeviceCount(int *count)
{
    EMU_API_LOCK;
    if (!count)
        return emu_api(cudaErrorInvalidValue);
    *count = 1;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGetDevice(int *device)
{
    EMU_API_LOCK;
    if (!device)
        return emu_api(cudaErrorInvalidValue);
    *device = 0;
    return emu_api(cudaSuccess);
}

cudaError_t cudaSetDevice(int device)
{
    EMU_API_LOCK;
    return emu_api(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    EMU_API_LOCK;
    (void)device_flags, (void)flags;
    return cudaSetDevice(device);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    EMU_API_LOCK;
    return wanted ? cudaGetDevice(device) : emu_api(cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    EMU_API_LOCK;
    const struct profile *p = emu_profile();
    if (!prop)
        return emu_api(cudaErrorInvalidValue);
    if (device != 0)
        return emu_api(cudaErrorInvalidDevice);
    *prop = (struct cudaDeviceProp){
        .totalGlobalMem = p->dram_bytes,
        .sharedMemPerBlock = SHARED_PER_BLOCK,
        .regsPerBlock = p->registers_sm,
        .warpSize = WARP_SIZE,
        .memPitch = MEMORY_PITCH,
        .maxThreadsPerBlock = MAX_THREADS,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {0x7fffffff, 65535, 65535},
        .totalConstMem = CONSTANT_BYTES,
        .major = p->compute_major,
        .minor = p->compute_minor,
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .maxTexture1D = 131072,
        .maxTexture1DMipmap = 32768,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DMipmap = {32768, 32768},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture2DGather = {32768, 32768},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture3DAlt = {8192, 8192, 32768},
        .maxTextureCubemap = 32768,
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxTextureCubemapLayered = {32768, 2046},
        .maxSurface1D = 32768,
        .maxSurface2D = {131072, 65536},
        .maxSurface3D = {16384, 16384, 16384},
        .maxSurface1DLayered = {32768, 2048},
        .maxSurface2DLayered = {32768, 32768, 2048},
        .maxSurfaceCubemap = 32768,
        .maxSurfaceCubemapLayered = {32768, 2046},
        .surfaceAlignment = 512,
        .maxTexture1DLinear = 1 << 28,
        .multiProcessorCount = p->sms,
        .canMapHostMemory = 1,
        .concurrentKernels = 1,
        .asyncEngineCount = 1,
        .unifiedAddressing = 1,
        .l2CacheSize = p->l2_bytes,
        .maxThreadsPerMultiProcessor = p->threads_sm,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = p->shared_bytes_sm,
        .regsPerMultiprocessor = p->registers_sm,
        .managedMemory = 1,
        .sharedMemPerBlockOptin = p->shared_bytes_block,
        .maxBlocksPerMultiProcessor = p->blocks_sm,
        .reservedSharedMemPerBlock = SHARED_RESERVED,
        .memoryPoolsSupported = 1,
        .cooperativeLaunch = 1,
        .clusterLaunch = p->compute_major >= 9,
        .hostRegisterSupported = 1,
        .canUseHostPointerForRegisteredMem = 1,
        .unifiedFunctionPointers = 1,
        .deviceNumaId = -1,
        .clockRate = p->clock_mhz * 1000,
    };
    strcpy(prop->name, p->name);
    return emu_api(cudaSuccess);
}

static cudaError_t wait_for_all(const char *call, uintptr_t site)
{
    const cudaError_t error = emu_capture_forbids(FORBIDS_ALL, call, site);
    if (error)
        return error;
    emu_host_waits();
    return emu_api(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize(void)
{
    EMU_API_LOCK;
    return wait_for_all("cudaDeviceSynchronize()", EMU_SITE);
}

cudaError_t cudaThreadSynchronize(void)
{
    EMU_API_LOCK;
    return wait_for_all("cudaThreadSynchronize()", EMU_SITE);
}

cudaError_t cudaDeviceReset(void)
{
    EMU_API_LOCK;
    emu_api_unstick();
    emu_host_waits();
    emu_mapped_forget();
    emu_texture_forget();
    emu_arrays_forget();
    emu_alias_reset();
    emu_heap_forget();
    emu_memory_reset();
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    EMU_API_LOCK;
    if (!version)
        return emu_api(cudaErrorInvalidValue);
    *version = 0; /* there is no driver */
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    EMU_API_LOCK;
    if (!version)
        return emu_api(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}
