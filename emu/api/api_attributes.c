/* The CUDA runtime API: attributes of the device: its properties by number. */
#include <cuda_runtime.h>

#include "api.h"

/* The attributes that are not 0: A(name without cudaDevAttr, the property). */
#define ATTRIBUTES(A)                                                                  \
    A(MaxThreadsPerBlock, maxThreadsPerBlock)                                          \
    A(MaxBlockDimX, maxThreadsDim[0])                                                  \
    A(MaxBlockDimY, maxThreadsDim[1])                                                  \
    A(MaxBlockDimZ, maxThreadsDim[2])                                                  \
    A(MaxGridDimX, maxGridSize[0])                                                     \
    A(MaxGridDimY, maxGridSize[1])                                                     \
    A(MaxGridDimZ, maxGridSize[2])                                                     \
    A(MaxSharedMemoryPerBlock, sharedMemPerBlock)                                      \
    A(TotalConstantMemory, totalConstMem)                                              \
    A(WarpSize, warpSize)                                                              \
    A(MaxPitch, memPitch)                                                              \
    A(MaxRegistersPerBlock, regsPerBlock)                                              \
    A(ClockRate, clockRate)                                                            \
    A(TextureAlignment, textureAlignment)                                              \
    A(TexturePitchAlignment, texturePitchAlignment)                                    \
    A(GpuOverlap, asyncEngineCount)                                                    \
    A(MultiProcessorCount, multiProcessorCount)                                        \
    A(CanMapHostMemory, canMapHostMemory)                                              \
    A(ConcurrentKernels, concurrentKernels)                                            \
    A(L2CacheSize, l2CacheSize)                                                        \
    A(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)                        \
    A(AsyncEngineCount, asyncEngineCount)                                              \
    A(UnifiedAddressing, unifiedAddressing)                                            \
    A(ComputeCapabilityMajor, major)                                                   \
    A(ComputeCapabilityMinor, minor)                                                   \
    A(StreamPrioritiesSupported, streamPrioritiesSupported)                            \
    A(GlobalL1CacheSupported, globalL1CacheSupported)                                  \
    A(LocalL1CacheSupported, localL1CacheSupported)                                    \
    A(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor)                    \
    A(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)                            \
    A(ManagedMemory, managedMemory)                                                    \
    A(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)            \
    A(CooperativeLaunch, cooperativeLaunch)                                            \
    A(ClusterLaunch, clusterLaunch)                                                    \
    A(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin)                            \
    A(HostRegisterSupported, hostRegisterSupported)                                    \
    A(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor)                          \
    A(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock)                         \
    A(MemoryPoolsSupported, memoryPoolsSupported)                                      \
    A(NumaId, deviceNumaId)

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
    EMU_API_LOCK;
    struct cudaDeviceProp p;
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error)
        return error;
    if (!value || attr < cudaDevAttrMaxThreadsPerBlock ||
        attr > cudaDevAttrOnlyPartialHostNativeAtomicSupported)
        return emu_api(cudaErrorInvalidValue);
    switch ((int)attr) {
#define CASE(name, property)                                                           \
    case cudaDevAttr##name:                                                            \
        *value = p.property;                                                           \
        break;
        ATTRIBUTES(CASE)
#undef CASE
    default:
        *value = 0;
    }
    return emu_api(cudaSuccess);
}

/* ---- Other devices, which do not exist. */

static cudaError_t check_device(int device)
{
    return emu_api(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    EMU_API_LOCK;
    if (!can)
        return emu_api(cudaErrorInvalidValue);
    *can = 0;
    return device ? check_device(device) : check_device(peer);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    EMU_API_LOCK;
    (void)peer;
    return emu_api(flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    EMU_API_LOCK;
    (void)peer;
    return emu_api(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int bytes, int device)
{
    EMU_API_LOCK;
    static const char of_device_0[] = "0000:00:00.0";
    if (!id || bytes < (int)sizeof of_device_0)
        return emu_api(cudaErrorInvalidValue);
    for (size_t i = 0; i < sizeof of_device_0; i++)
        id[i] = of_device_0[i];
    return check_device(device);
}
