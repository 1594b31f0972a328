/* The CUDA runtime API: device memory. */
#include <cuda_runtime.h>

#include <stdint.h>

#include "api.h"
#include "graph.h"
#include "host_order.h"
#include "memory.h"
#include "profile.h"
#include "runtime_launch.h"

enum { PITCH = 512 }; /* bytes */

cudaError_t emu_api_allocate(void **pointer, size_t bytes, uintptr_t site)
{
    if (!pointer)
        return emu_api(cudaErrorInvalidValue);
    if (emu_api_stuck())
        return emu_api(cudaSuccess);
    emu_start();
    cudaError_t error = emu_memory_take(pointer, bytes, site);
    if (!error)
        return emu_api(cudaSuccess);
    const struct profile *p = emu_profile();
    return emu_refuse(
        site, error, "check the size, which is in bytes; free unused memory",
        "cannot allocate %zu bytes besides the %zu in use: there are %.0f on the %s, "
        "and "
        "at most %llu in the emulator",
        bytes, emu_allocated_bytes(), p->dram_bytes, p->name, ARENA_BYTES / 2);
}

/* A graph cannot allocate memory here. */
static cudaError_t in_graph(cudaStream_t stream, const char *call, uintptr_t site)
{
    return emu_capture_forbids_work(
        stream, call, cudaErrorNotSupported,
        "allocate memory before the capture: the emulator has no graphs that allocate",
        site);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaMalloc()", EMU_SITE);
    if (error)
        return error;
    return emu_api_allocate(pointer, bytes, EMU_SITE);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    const cudaError_t error = in_graph(stream, "cudaMallocAsync()", EMU_SITE);
    return error ? error : emu_api_allocate(pointer, bytes, EMU_SITE);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_pool_valid(pool))
        return emu_api(cudaErrorInvalidValue);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    const cudaError_t error = in_graph(stream, "cudaMallocFromPoolAsync()", EMU_SITE);
    return error ? error : emu_api_allocate(pointer, bytes, EMU_SITE);
}

bool emu_pitch(size_t width, size_t *pitch)
{
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return width <= SIZE_MAX - PITCH;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    EMU_API_LOCK;
    cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaMallocPitch()", EMU_SITE);
    if (error)
        return error;
    size_t bytes;
    if (!pointer || !pitch || !emu_pitch(width, pitch) ||
        __builtin_mul_overflow(*pitch, height, &bytes))
        return emu_api(cudaErrorInvalidValue);
    error = emu_api_allocate(pointer, bytes, EMU_SITE);
    if (!error && bytes)
        emu_allocation_pitch((uintptr_t)*pointer - emu_arena(), *pitch);
    return error;
}

cudaError_t emu_not_to_free(const void *pointer, const char *call, uintptr_t site)
{
    uint64_t offset = (uintptr_t)pointer - emu_arena();
    const struct allocation *a =
        emu_memory_is_device(pointer) ? emu_allocation_below(offset) : NULL;
    if (emu_mapped_type(pointer) == cudaMemoryTypeHost)
        return emu_refuse(site, cudaErrorInvalidValue, "free it with cudaFreeHost",
                          "%s of pinned host memory", call);
    if (!a || offset >= a->offset + a->bytes)
        return emu_refuse(
            site, cudaErrorInvalidValue,
            "pass a pointer from cudaMalloc; free memory from malloc with free",
            "%s of a pointer that is not from cudaMalloc", call);
    if (offset != a->offset)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "pass the pointer that cudaMalloc returned",
                          "%s of byte %llu of an allocation", call,
                          (unsigned long long)(offset - a->offset));
    if (!a->freed)
        return emu_refuse(site, cudaErrorInvalidValue, "free it with cudaFree",
                          "%s of memory that is not pinned host memory", call);
    return emu_refuse(
        site, cudaErrorInvalidValue,
        "free memory once, and then set the pointer to NULL: freeing NULL has no "
        "effect",
        "%s of memory that was already freed%s", call, emu_made_at(a->freed_at));
}

static cudaError_t give(void *pointer, const char *call, uintptr_t site)
{
    if (!pointer || emu_api_stuck())
        return emu_api(cudaSuccess);
    if (emu_mapped_type(pointer) == cudaMemoryTypeHost)
        return emu_not_to_free(pointer, call, site);
    emu_mapped_drop(pointer, cudaMemoryTypeManaged);
    return emu_memory_give(pointer, site) ? emu_not_to_free(pointer, call, site)
                                          : emu_api(cudaSuccess);
}

cudaError_t cudaFree(void *pointer)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaFree()", EMU_SITE);
    if (error)
        return error;
    emu_host_waits();
    return give(pointer, "cudaFree()", EMU_SITE);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    const cudaError_t error = in_graph(stream, "cudaFreeAsync()", EMU_SITE);
    return error ? error : give(pointer, "cudaFreeAsync()", EMU_SITE);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    EMU_API_LOCK;
    if (!free_bytes || !total_bytes)
        return emu_api(cudaErrorInvalidValue);
    *total_bytes = emu_profile()->dram_bytes;
    *free_bytes = *total_bytes - emu_allocated_bytes() + emu_mapped_pinned_bytes();
    return emu_api(cudaSuccess);
}
