/* The CUDA runtime: the API, and in C++ its overloads for typed pointers, kernels and
   variables instead of void *. In .cu files also the functions for kernels. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __cplusplus

/* Return this error, and record it for cudaGetLastError(). */
extern "C" cudaError_t emu_api(cudaError_t error);

/* Inlined, so that the call is at the program's own line. */
#define EMU_HERE inline __attribute__((always_inline))

/* ---- Memory. */

template <class T> EMU_HERE cudaError_t cudaMalloc(T **pointer, size_t bytes)
{
    return cudaMalloc(reinterpret_cast<void **>(pointer), bytes);
}
template <class T>
EMU_HERE cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync(reinterpret_cast<void **>(pointer), bytes, stream);
}
template <class T>
EMU_HERE cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                     cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool,
                                   stream);
}
template <class T>
EMU_HERE cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes,
                                             cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool,
                                   stream);
}
template <class T>
EMU_HERE cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width,
                                     size_t height)
{
    return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <class T>
EMU_HERE cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = 0)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T>
EMU_HERE cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
template <class T>
EMU_HERE cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                       unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged(reinterpret_cast<void **>(pointer), bytes, flags);
}

/* As in releases before 13: a device's number instead of a location. */
EMU_HERE cudaMemLocation emu_location(int device)
{
    return {device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device < 0 ? 0 : device};
}
EMU_HERE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                          cudaStream_t stream = nullptr)
{
    return cudaMemPrefetchAsync(pointer, bytes, emu_location(device), 0, stream);
}
EMU_HERE cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                                   cudaMemoryAdvise advice, int device)
{
    return cudaMemAdvise(pointer, bytes, advice, emu_location(device));
}
template <class T>
EMU_HERE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer,
                                              size_t bytes = 0,
                                              unsigned int flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, const_cast<void *>((const void *)pointer),
                                    bytes, flags);
}

/* ---- __device__ and __constant__ variables. */

template <class T>
EMU_HERE cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                        size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    const void *address = &symbol;
    return cudaMemcpyToSymbol(address, from, bytes, offset, kind);
}
template <class T>
EMU_HERE cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from,
                                             size_t bytes, size_t offset,
                                             cudaMemcpyKind kind,
                                             cudaStream_t stream = nullptr)
{
    cudaError_t error = cudaStreamQuery(stream);
    return error ? error : cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <class T>
EMU_HERE cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                          size_t offset = 0,
                                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    const void *address = &symbol;
    return cudaMemcpyFromSymbol(to, address, bytes, offset, kind);
}
template <class T>
EMU_HERE cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                               size_t offset, cudaMemcpyKind kind,
                                               cudaStream_t stream = nullptr)
{
    cudaError_t error = cudaStreamQuery(stream);
    return error ? error : cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
template <class P, class T>
cudaError_t cudaGetSymbolAddress(P **pointer, const T &symbol)
{
    const void *address = &symbol;
    return cudaGetSymbolAddress(reinterpret_cast<void **>(pointer), address);
}
template <class T> cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    void *address;
    cudaError_t error = cudaGetSymbolAddress(&address, symbol);
    if (!error && bytes)
        *bytes = sizeof symbol;
    return error;
}

/* ---- Events and kernels. */

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return cudaEventCreateWithFlags(event, flags);
}
template <class R, class... P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, R (*kernel)(P...))
{
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class R, class... P>
EMU_HERE cudaError_t cudaFuncSetAttribute(R (*kernel)(P...),
                                          cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute,
                                value);
}
template <class R, class... P>
cudaError_t cudaFuncSetCacheConfig(R (*kernel)(P...), cudaFuncCache config)
{
    return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class R, class... P>
cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, R (*kernel)(P...),
                                              int threads, size_t dynamic_shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(kernel), threads, dynamic_shared);
}
template <class R, class... P>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, R (*kernel)(P...),
                                                      int blocks, int threads)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        bytes, reinterpret_cast<const void *>(kernel), blocks, threads);
}

/* The block size with the most resident threads, the largest one if there are several,
   and the smallest grid that fills the device. shared_of(threads) is the dynamic shared
   memory, in bytes, of a block of that size. */
template <class K, class Shared>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                           K kernel, Shared shared_of,
                                                           int limit = 0)
{
    int sms, most = 0, best = 0, best_blocks = 0;
    cudaError_t error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (!grid || !block)
        return emu_api(cudaErrorInvalidValue);
    for (int threads = limit < 1 || limit > 1024 ? 1024 : limit; threads > 0 && !error;
         threads = (threads - 1) / 32 * 32) {
        int blocks;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads,
                                                              shared_of(threads));
        if (!error && blocks * threads > most) {
            most = blocks * threads;
            best = threads;
            best_blocks = blocks;
        }
    }
    *grid = best_blocks * sms;
    *block = best;
    return error;
}
template <class K>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, K kernel,
                                               size_t dynamic_shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [=](int) { return dynamic_shared; }, limit);
}

#ifdef __CUDACC__
#include "../emu/emu_device.hpp"
#endif
#endif

#endif
