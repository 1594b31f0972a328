/* The CUDA runtime API: attributes of the device: its properties by number. */
#include <cuda_runtime.h>

#include "api.h"

#define TEXTURE_ATTRIBUTES(A)                                                          \
    A(MaxTexture1DWidth, maxTexture1D)                                                 \
    A(MaxTexture2DWidth, maxTexture2D[0])                                              \
    A(MaxTexture2DHeight, maxTexture2D[1])                                             \
    A(MaxTexture3DWidth, maxTexture3D[0])                                              \
    A(MaxTexture3DHeight, maxTexture3D[1])                                             \
    A(MaxTexture3DDepth, maxTexture3D[2])                                              \
    A(MaxTexture2DLayeredWidth, maxTexture2DLayered[0])                                \
    A(MaxTexture2DLayeredHeight, maxTexture2DLayered[1])                               \
    A(MaxTexture2DLayeredLayers, maxTexture2DLayered[2])                               \
    A(SurfaceAlignment, surfaceAlignment)                                              \
    A(MaxTexture1DLayeredWidth, maxTexture1DLayered[0])                                \
    A(MaxTexture1DLayeredLayers, maxTexture1DLayered[1])                               \
    A(MaxTexture2DGatherWidth, maxTexture2DGather[0])                                  \
    A(MaxTexture2DGatherHeight, maxTexture2DGather[1])                                 \
    A(MaxTexture3DWidthAlt, maxTexture3DAlt[0])                                        \
    A(MaxTexture3DHeightAlt, maxTexture3DAlt[1])                                       \
    A(MaxTexture3DDepthAlt, maxTexture3DAlt[2])                                        \
    A(MaxTextureCubemapWidth, maxTextureCubemap)                                       \
    A(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0])                      \
    A(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1])                     \
    A(MaxSurface1DWidth, maxSurface1D)                                                 \
    A(MaxSurface2DWidth, maxSurface2D[0])                                              \
    A(MaxSurface2DHeight, maxSurface2D[1])                                             \
    A(MaxSurface3DWidth, maxSurface3D[0])                                              \
    A(MaxSurface3DHeight, maxSurface3D[1])                                             \
    A(MaxSurface3DDepth, maxSurface3D[2])                                              \
    A(MaxSurface1DLayeredWidth, maxSurface1DLayered[0])                                \
    A(MaxSurface1DLayeredLayers, maxSurface1DLayered[1])                               \
    A(MaxSurface2DLayeredWidth, maxSurface2DLayered[0])                                \
    A(MaxSurface2DLayeredHeight, maxSurface2DLayered[1])                               \
    A(MaxSurface2DLayeredLayers, maxSurface2DLayered[2])                               \
    A(MaxSurfaceCubemapWidth, maxSurfaceCubemap)                                       \
    A(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0])                      \
    A(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1])                     \
    A(MaxTexture1DLinearWidth, maxTexture1DLinear)                                     \
    A(MaxTexture2DLinearWidth, maxTexture2DLinear[0])                                  \
    A(MaxTexture2DLinearHeight, maxTexture2DLinear[1])                                 \
    A(MaxTexture2DLinearPitch, maxTexture2DLinear[2])                                  \
    A(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0])                               \
    A(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1])                              \
    A(MaxTexture1DMipmappedWidth, maxTexture1DMipmap)
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
    A(NumaId, deviceNumaId)                                                            \
    TEXTURE_ATTRIBUTES(A)

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

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
                                      int device, int peer)
{
    EMU_API_LOCK;
    (void)device, (void)peer;
    return emu_api(!value || attr < cudaDevP2PAttrPerformanceRank ||
                           attr > cudaDevP2PAttrCudaArrayAccessSupported
                       ? cudaErrorInvalidValue
                       : cudaErrorInvalidDevice);
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
