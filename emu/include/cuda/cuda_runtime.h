/* The CUDA runtime: the API, and in C++ its overloads for typed pointers, kernels and
   variables instead of void *. In .cu files also the functions for kernels. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __cplusplus
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h> /* std::max(), which nvcc has by <cmath> */
#endif
#include <utility> /* as with nvcc */

#include "../emu/emu_channels.hpp"

/* Return this error, and record it for cudaGetLastError(). */
extern "C" cudaError_t emu_api(cudaError_t __error);

/* Inlined, so that the call is at the program's own line. */
#define EMU_HERE inline __attribute__((__always_inline__))

/* ---- Memory. */

template <class __T> EMU_HERE cudaError_t cudaMalloc(__T **__pointer, size_t bytes)
{
    return cudaMalloc((void **)(__pointer), bytes);
}
template <class __T>
EMU_HERE cudaError_t cudaMallocAsync(__T **__pointer, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync((void **)(__pointer), bytes, stream);
}
template <class __T>
EMU_HERE cudaError_t cudaMallocAsync(__T **__pointer, size_t bytes,
                                     cudaMemPool_t __pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(__pointer), bytes, __pool, stream);
}
template <class __T>
EMU_HERE cudaError_t cudaMallocFromPoolAsync(__T **__pointer, size_t bytes,
                                             cudaMemPool_t __pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(__pointer), bytes, __pool, stream);
}
template <class __T>
EMU_HERE cudaError_t cudaMallocPitch(__T **__pointer, size_t *__pitch, size_t __width,
                                     size_t __height)
{
    return cudaMallocPitch((void **)(__pointer), __pitch, __width, __height);
}
template <class __T>
EMU_HERE cudaError_t cudaMallocHost(__T **__pointer, size_t bytes,
                                    unsigned int flags = 0)
{
    return cudaHostAlloc((void **)(__pointer), bytes, flags);
}
template <class __T>
EMU_HERE cudaError_t cudaHostAlloc(__T **__pointer, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc((void **)(__pointer), bytes, flags);
}
template <class __T>
cudaError_t cudaHostGetDevicePointer(__T **device, void *__host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)(device), __host, flags);
}
template <class __T>
EMU_HERE cudaError_t cudaMallocManaged(__T **__pointer, size_t bytes,
                                       unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)(__pointer), bytes, flags);
}

/* As in releases before 13: a device's number instead of a location. */
EMU_HERE cudaMemLocation emu_location(int device)
{
    return {device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device < 0 ? 0 : device};
}
EMU_HERE cudaError_t cudaMemPrefetchAsync(const void *__pointer, size_t bytes,
                                          int device, cudaStream_t stream = nullptr)
{
    return cudaMemPrefetchAsync(__pointer, bytes, emu_location(device), 0, stream);
}
EMU_HERE cudaError_t cudaMemAdvise(const void *__pointer, size_t bytes,
                                   cudaMemoryAdvise __advice, int device)
{
    return cudaMemAdvise(__pointer, bytes, __advice, emu_location(device));
}
template <class __T>
EMU_HERE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, __T *__pointer,
                                              size_t bytes = 0,
                                              unsigned int flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, const_cast<void *>((const void *)__pointer),
                                    bytes, flags);
}

/* ---- __device__ and __constant__ variables. */

template <class __T>
EMU_HERE cudaError_t cudaMemcpyToSymbol(const __T &__symbol, const void *__from,
                                        size_t bytes, size_t __offset = 0,
                                        cudaMemcpyKind __kind = cudaMemcpyHostToDevice)
{
    const void *__address = &__symbol;
    return cudaMemcpyToSymbol(__address, __from, bytes, __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaMemcpyToSymbolAsync(const __T &__symbol, const void *__from,
                                             size_t bytes, size_t __offset,
                                             cudaMemcpyKind __kind,
                                             cudaStream_t stream = nullptr)
{
    const void *__address = &__symbol;
    return cudaMemcpyToSymbolAsync(__address, __from, bytes, __offset, __kind, stream);
}
template <class __T>
EMU_HERE cudaError_t
cudaMemcpyFromSymbol(void *__to, const __T &__symbol, size_t bytes, size_t __offset = 0,
                     cudaMemcpyKind __kind = cudaMemcpyDeviceToHost)
{
    const void *__address = &__symbol;
    return cudaMemcpyFromSymbol(__to, __address, bytes, __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaMemcpyFromSymbolAsync(void *__to, const __T &__symbol,
                                               size_t bytes, size_t __offset,
                                               cudaMemcpyKind __kind,
                                               cudaStream_t stream = nullptr)
{
    const void *__address = &__symbol;
    return cudaMemcpyFromSymbolAsync(__to, __address, bytes, __offset, __kind, stream);
}
template <class __P, class __T>
cudaError_t cudaGetSymbolAddress(__P **__pointer, const __T &__symbol)
{
    const void *__address = &__symbol;
    return cudaGetSymbolAddress((void **)(__pointer), __address);
}
template <class __T> cudaError_t cudaGetSymbolSize(size_t *bytes, const __T &__symbol)
{
    void *__address;
    cudaError_t __error = cudaGetSymbolAddress(&__address, __symbol);
    if (!__error && bytes)
        *bytes = sizeof __symbol;
    return __error;
}

/* ---- Events, graphs and kernels. */

#include "../emu/emu_graph.hpp"

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return cudaEventCreateWithFlags(event, flags);
}
template <class __R, class... __P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *__attributes,
                                  __R (*__kernel)(__P...))
{
    return cudaFuncGetAttributes(__attributes,
                                 reinterpret_cast<const void *>(__kernel));
}
template <class __R, class... __P>
EMU_HERE cudaError_t cudaFuncSetAttribute(__R (*__kernel)(__P...),
                                          cudaFuncAttribute __attribute_, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(__kernel), __attribute_,
                                value);
}
template <class __R, class... __P>
cudaError_t cudaFuncSetCacheConfig(__R (*__kernel)(__P...), cudaFuncCache __config)
{
    return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(__kernel), __config);
}
template <class __R, class... __P>
cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, __R (*__kernel)(__P...),
                                              int __threads, size_t __dynamic_shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        __blocks, reinterpret_cast<const void *>(__kernel), __threads,
        __dynamic_shared);
}
template <class __R, class... __P>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      __R (*__kernel)(__P...),
                                                      int __blocks, int __threads)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        bytes, reinterpret_cast<const void *>(__kernel), __blocks, __threads);
}

/* The block size with the most resident threads, the largest one if there are several,
   and the smallest grid that fills the device. shared_of(threads) is the dynamic shared
   memory, in bytes, of a block of that size. */
template <class __K, class __Shared>
cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *__grid, int *__block, __K __kernel,
                                               __Shared __shared_of, int __limit = 0)
{
    int __sms, __most = 0, __best = 0, __best_blocks = 0;
    cudaError_t __error =
        cudaDeviceGetAttribute(&__sms, cudaDevAttrMultiProcessorCount, 0);
    if (!__grid || !__block)
        return emu_api(cudaErrorInvalidValue);
    for (int __threads = __limit < 1 || __limit > 1024 ? 1024 : __limit;
         __threads > 0 && !__error; __threads = (__threads - 1) / 32 * 32) {
        int __blocks;
        __error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &__blocks, __kernel, __threads, __shared_of(__threads));
        if (!__error && __blocks * __threads > __most) {
            __most = __blocks * __threads;
            __best = __threads;
            __best_blocks = __blocks;
        }
    }
    *__grid = __best_blocks * __sms;
    *__block = __best;
    return __error;
}
template <class __K>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *__grid, int *__block, __K __kernel,
                                               size_t __dynamic_shared = 0,
                                               int __limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        __grid, __block, __kernel, [=](int) { return __dynamic_shared; }, __limit);
}

#ifdef __CUDACC__
#include "../emu/emu_device.hpp"
#endif
#endif

#endif
