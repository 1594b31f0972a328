/*
 * The CUDA runtime API of the emulator, for C and C++ hosts. Names, values and meanings
 * are NVIDIA's (CUDA Runtime API reference, release 13.0). Functions that are missing
 * here are not supported, and do not compile. All calls return an error, and never end
 * the program. There is one device, and work is done immediately, in the order of the
 * calls.
 */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"

#define CUDART_VERSION 13000

#ifdef __cplusplus
#define EMU_DEFAULT(value) = value
extern "C" {
#else
#define EMU_DEFAULT(value)
#endif

/* Errors. A kernel's fault is sticky: every later call returns it, until
   cudaDeviceReset(). */
const char *cudaGetErrorName(cudaError_t __error);
const char *cudaGetErrorString(cudaError_t __error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);

/* The only device, defined by the profile in emu/gpus that EMU_GPU names. Flags and
   limits are stored and returned, without an effect. */
cudaError_t cudaGetDeviceCount(int *__count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned int __device_flags, unsigned int flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *__wanted);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *__prop, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr __attr, int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceSetLimit(enum cudaLimit __limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit __limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache __config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *__config);
/* Of releases before 13. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig __config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *__config);
cudaError_t cudaDeviceSynchronize(void);
#define __cudaDeviceSynchronizeDeprecationAvoidance cudaDeviceSynchronize /* CUB's */
cudaError_t cudaThreadSynchronize(void); /* of releases before 13 */
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceGetPCIBusId(char *id, int bytes, int device);
cudaError_t cudaDeviceCanAccessPeer(int *__can, int device, int __peer);
/* There are no two devices: cudaErrorInvalidDevice. */
cudaError_t cudaDeviceGetP2PAttribute(int *__value, enum cudaDeviceP2PAttr __attr,
                                      int device, int __peer);
cudaError_t cudaDeviceEnablePeerAccess(int __peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int __peer);
cudaError_t cudaDriverGetVersion(int *__version);
cudaError_t cudaRuntimeGetVersion(int *__version);

/* Device memory. */
cudaError_t cudaMalloc(void **__pointer, size_t bytes);
cudaError_t cudaMallocAsync(void **__pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocPitch(void **__pointer, size_t *__pitch, size_t __width,
                            size_t __height);
cudaError_t cudaFree(void *__pointer);
cudaError_t cudaFreeAsync(void *__pointer, cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *__pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *__pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t __pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *__pool,
                              const struct cudaMemPoolProps *__props);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t __pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t __pool, enum cudaMemPoolAttr __attr,
                                    void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t __pool, enum cudaMemPoolAttr __attr,
                                    void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t __pool, size_t bytes);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t __pool,
                                 const struct cudaMemAccessDesc *__map, size_t __n);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t __pool,
                                 struct cudaMemLocation *location);
cudaError_t cudaMallocFromPoolAsync(void **__pointer, size_t bytes,
                                    cudaMemPool_t __pool, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *__free_bytes, size_t *__total_bytes);

/* Memory that host and kernels share. It always counts as set, since the host may store
   there. */
cudaError_t cudaMallocHost(void **__pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **__pointer, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void *__pointer);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *__host);
/* Pinning memory from malloc(): the device has its own address for the same bytes. */
cudaError_t cudaHostRegister(void *__host, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *__host);
cudaError_t cudaHostGetDevicePointer(void **device, void *__host, unsigned int flags);
cudaError_t cudaMallocManaged(void **__pointer, size_t bytes,
                              unsigned int flags EMU_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMemPrefetchAsync(const void *__pointer, size_t bytes,
                                 struct cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemAdvise(const void *__pointer, size_t bytes,
                          enum cudaMemoryAdvise __advice,
                          struct cudaMemLocation location);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *__attributes,
                                     const void *__pointer);

/* Copies. The result is cudaErrorInvalidValue if the direction does not fit the
   pointers, or if a copy goes past the end of an allocation. */
cudaError_t cudaMemcpy(void *__to, const void *__from, size_t bytes,
                       enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyAsync(void *__to, const void *__from, size_t bytes,
                            enum cudaMemcpyKind __kind,
                            cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemcpy2D(void *__to, size_t __to_pitch, const void *__from,
                         size_t __from_pitch, size_t __width, size_t __height,
                         enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DAsync(void *__to, size_t __to_pitch, const void *__from,
                              size_t __from_pitch, size_t __width, size_t __height,
                              enum cudaMemcpyKind __kind,
                              cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemcpyPeer(void *__to, int __to_device, const void *__from,
                           int __from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *__to, int __to_device, const void *__from,
                                int __from_device, size_t bytes,
                                cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemset(void *__to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *__to, int value, size_t bytes,
                            cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemset2D(void *__to, size_t __pitch, int value, size_t __width,
                         size_t __height);
cudaError_t cudaMemset2DAsync(void *__to, size_t __pitch, int value, size_t __width,
                              size_t __height, cudaStream_t stream EMU_DEFAULT(NULL));

/* Boxes of memory, and copies between them and arrays; widths are in elements where an
   array takes part, else in bytes. */
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *__pointer, struct cudaExtent extent);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *__p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *__p,
                              cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemset3D(struct cudaPitchedPtr __to, int value,
                         struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr __to, int value,
                              struct cudaExtent extent,
                              cudaStream_t stream EMU_DEFAULT(NULL));

/* Arrays: 1D, 2D, 3D and layered ones. Not supported: cubemaps and mipmaps. */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f);
cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height EMU_DEFAULT(0),
                            unsigned int flags EMU_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent,
                              unsigned int flags EMU_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array);

/* Copies to arrays and from them: x and width in bytes, y and height in rows. Those
   without 2D go on to the next row, and are deprecated. */
cudaError_t cudaMemcpy2DToArray(cudaArray_t __to, size_t x, size_t y,
                                const void *__from, size_t __from_pitch, size_t width,
                                size_t height, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t __to, size_t x, size_t y,
                                     const void *__from, size_t __from_pitch,
                                     size_t width, size_t height,
                                     enum cudaMemcpyKind __kind,
                                     cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemcpy2DFromArray(void *__to, size_t __to_pitch,
                                  cudaArray_const_t __from, size_t x, size_t y,
                                  size_t width, size_t height,
                                  enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *__to, size_t __to_pitch,
                                       cudaArray_const_t __from, size_t x, size_t y,
                                       size_t width, size_t height,
                                       enum cudaMemcpyKind __kind,
                                       cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemcpy2DArrayToArray(
    cudaArray_t __to, size_t __to_x, size_t __to_y, cudaArray_const_t __from,
    size_t __from_x, size_t __from_y, size_t width, size_t height,
    enum cudaMemcpyKind __kind EMU_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArray(cudaArray_t __to, size_t x, size_t y, const void *__from,
                              size_t bytes, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t __to, size_t x, size_t y,
                                   const void *__from, size_t bytes,
                                   enum cudaMemcpyKind __kind,
                                   cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaMemcpyFromArray(void *__to, cudaArray_const_t __from, size_t x,
                                size_t y, size_t bytes, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyFromArrayAsync(void *__to, cudaArray_const_t __from, size_t x,
                                     size_t y, size_t bytes, enum cudaMemcpyKind __kind,
                                     cudaStream_t stream EMU_DEFAULT(NULL));

/* Texture and surface objects. */
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *__object,
                                    const struct cudaResourceDesc *__resource,
                                    const struct cudaTextureDesc *__how,
                                    const struct cudaResourceViewDesc *__view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t __object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *__resource,
                                             cudaTextureObject_t __object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *__how,
                                            cudaTextureObject_t __object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *__object,
                                    const struct cudaResourceDesc *__resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t __object);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *__resource,
                                             cudaSurfaceObject_t __object);

/* __device__ and __constant__ variables. `symbol` is the variable's address. */
cudaError_t
cudaMemcpyToSymbol(const void *__symbol, const void *__from, size_t bytes,
                   size_t __offset EMU_DEFAULT(0),
                   enum cudaMemcpyKind __kind EMU_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t
cudaMemcpyFromSymbol(void *__to, const void *__symbol, size_t bytes,
                     size_t __offset EMU_DEFAULT(0),
                     enum cudaMemcpyKind __kind EMU_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *__symbol, const void *__from,
                                    size_t bytes, size_t __offset,
                                    enum cudaMemcpyKind __kind,
                                    cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *__to, const void *__symbol, size_t bytes,
                                      size_t __offset, enum cudaMemcpyKind __kind,
                                      cudaStream_t stream EMU_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **__pointer, const void *__symbol);

/* Streams. */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags,
                                         int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, void *__pointer,
                         size_t bytes EMU_DEFAULT(0),
                         unsigned int flags EMU_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID __attribute_,
                                   const cudaLaunchAttributeValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID __attribute_,
                                   cudaLaunchAttributeValue *value);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaDeviceGetStreamPriorityRange(int *__least, int *__greatest);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags EMU_DEFAULT(0));
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t __function,
                               void *__data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t __function,
                                  void *__data, unsigned int flags);

/* Events. The time that they measure is the modelled device's. */
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream EMU_DEFAULT(NULL));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event,
                                     cudaStream_t stream EMU_DEFAULT(NULL),
                                     unsigned int flags EMU_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *__ms, cudaEvent_t __start, cudaEvent_t __end);

/* Functions. Occupancy depends on threads, blocks and shared memory: the registers per
   thread are not known. */
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *__attributes,
                                  const void *__kernel);
cudaError_t cudaOccupancyMaxActiveClusters(int *__clusters, const void *__kernel,
                                           const cudaLaunchConfig_t *__config);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *__kernel,
                                                 const cudaLaunchConfig_t *__config);
cudaError_t cudaFuncSetAttribute(const void *__kernel,
                                 enum cudaFuncAttribute __attribute_, int value);
cudaError_t cudaFuncSetCacheConfig(const void *__kernel, enum cudaFuncCache __config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks,
                                                          const void *__kernel,
                                                          int __threads,
                                                          size_t __dynamic_shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *__blocks, const void *__kernel, int __threads, size_t __dynamic_shared,
    unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      const void *__kernel,
                                                      int __blocks, int __threads);

/* Graphs. */
#include "../emu/emu_graph_api.h"

/* A function of the driver API: those of <cuda.h>. `version` and `flags` change
   nothing. */
cudaError_t cudaGetDriverEntryPointByVersion(
    const char *name, void **__function, unsigned int __version,
    unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *__result EMU_DEFAULT(NULL));
cudaError_t cudaGetDriverEntryPoint(
    const char *name, void **__function, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *__result EMU_DEFAULT(NULL));

#ifdef __cplusplus
}
#endif
#undef EMU_DEFAULT

#endif
