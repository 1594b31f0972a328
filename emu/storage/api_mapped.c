/*
 * The CUDA runtime API: memory that the host may access as well: pinned host memory and
 * managed memory. It is part of device memory, so that kernels have it at the same
 * address. Between launches it stays open to the host.
 */
#include <cuda.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alias.h"
#include "api.h"
#include "graph.h"
#include "host_order.h"
#include "memory.h"
#include "param.h"
#include "runtime_launch.h"
#include "variable.h"

static struct mapped *mapped;
static size_t n_mapped;

struct mapped *emu_mapped(size_t i)
{
    return i < n_mapped ? &mapped[i] : NULL;
}

struct mapped *emu_mapped_at(const void *pointer)
{
    for (size_t i = 0; i < n_mapped; i++)
        if ((uintptr_t)pointer - (uintptr_t)mapped[i].start < mapped[i].bytes)
            return &mapped[i];
    return NULL;
}

enum cudaMemoryType emu_mapped_type(const void *pointer)
{
    const struct mapped *m = emu_mapped_at(pointer);
    return m ? m->type : cudaMemoryTypeUnregistered;
}

size_t emu_mapped_pinned_bytes(void)
{
    size_t bytes = 0;
    for (size_t i = 0; i < n_mapped; i++)
        if (mapped[i].type == cudaMemoryTypeHost)
            bytes += mapped[i].bytes;
    return bytes;
}

void emu_mapped_forget(void)
{
    n_mapped = 0;
    emu_memory_open(false);
}

void emu_mapped_protect(const struct mapped *m, enum pages access)
{
    const uintptr_t start = (uintptr_t)m->start / PAGE_BYTES * PAGE_BYTES;
    emu_pages_allow((void *)start, (uintptr_t)m->start + m->bytes - start, access);
}

void emu_mapped_open(void)
{
    for (size_t i = 0; i < n_mapped; i++)
        emu_mapped_protect(&mapped[i], PAGES_OPEN);
    emu_host_close();
}

static cudaError_t take(void **pointer, size_t bytes, enum cudaMemoryType type,
                        uintptr_t site)
{
    if (!pointer || (bytes == 0 && type == cudaMemoryTypeManaged))
        return emu_api(cudaErrorInvalidValue);
    *pointer = NULL;
    if (emu_api_stuck() || bytes == 0)
        return emu_api(cudaSuccess);
    struct mapped *larger = realloc(mapped, (n_mapped + 1) * sizeof *mapped);
    if (!larger)
        return emu_api(cudaErrorMemoryAllocation);
    mapped = larger;
    emu_start();
    cudaError_t error = emu_memory_take(pointer, bytes, site);
    if (error)
        return emu_api(error);
    mapped[n_mapped++] = (struct mapped){*pointer, bytes, type, false};
    emu_memory_copied(*pointer, NULL, bytes); /* the host's stores are not tracked */
    emu_mapped_open();
    return emu_api(cudaSuccess);
}

bool emu_mapped_drop(const void *pointer, enum cudaMemoryType type)
{
    struct mapped *m = emu_mapped_at(pointer);
    if (!m || m->start != pointer || m->type != type)
        return false;
    *m = mapped[--n_mapped];
    emu_memory_open(false); /* closes this memory to the host */
    return true;
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaMallocHost()", EMU_SITE);
    if (error)
        return error;
    return take(pointer, bytes, cudaMemoryTypeHost, EMU_SITE);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaHostAlloc()", EMU_SITE);
    if (error)
        return error;
    if (flags > 7)
        return emu_api(cudaErrorInvalidValue);
    return take(pointer, bytes, cudaMemoryTypeHost, EMU_SITE);
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaMallocManaged()", EMU_SITE);
    if (error)
        return error;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return emu_api(cudaErrorInvalidValue);
    return take(pointer, bytes, cudaMemoryTypeManaged, EMU_SITE);
}

cudaError_t cudaFreeHost(void *pointer)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids(FORBIDS_UNSAFE, "cudaFreeHost()", EMU_SITE);
    if (error)
        return error;
    emu_host_waits();
    if (!pointer || emu_api_stuck())
        return emu_api(cudaSuccess);
    if (!emu_mapped_drop(pointer, cudaMemoryTypeHost))
        return emu_not_to_free(pointer, "cudaFreeHost()", EMU_SITE);
    return emu_api(emu_memory_give(pointer, EMU_SITE));
}

/* True if it is pinned host memory, also by cudaHostRegister(). */
static bool is_pinned(const void *host)
{
    uint64_t offset;
    return emu_mapped_type(host) == cudaMemoryTypeHost ||
           emu_alias((uintptr_t)host, &offset);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    EMU_API_LOCK;
    if (!device || flags || !is_pinned(host))
        return emu_api(cudaErrorInvalidValue);
    *device = host;
    return emu_api(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    EMU_API_LOCK;
    if (!flags || !is_pinned(host))
        return emu_api(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped; /* all of it is */
    return emu_api(cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned int flags)
{
    EMU_API_LOCK;
    (void)bytes;
    if (emu_mapped_type(pointer) != cudaMemoryTypeManaged || flags == 0 || flags > 4)
        return emu_api(cudaErrorInvalidValue);
    return emu_stream_check(stream);
}

/* True if the bytes are managed: only then advice and prefetching are valid. */
static bool managed(const void *pointer, size_t bytes)
{
    const struct mapped *m = emu_mapped_at(pointer);
    return m && m->type == cudaMemoryTypeManaged &&
           bytes <= m->bytes - ((const char *)pointer - m->start);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes,
                                 struct cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!managed(pointer, bytes) || flags ||
        location.type == cudaMemLocationTypeInvalid)
        return emu_api(cudaErrorInvalidValue);
    if (location.type == cudaMemLocationTypeDevice && location.id != 0)
        return emu_api(cudaErrorInvalidDevice);
    const cudaError_t error = emu_capture_forbids_work(
        stream, "cudaMemPrefetchAsync()", cudaErrorStreamCaptureUnsupported,
        "prefetch before the launch of the graph", EMU_SITE);
    return error ? error : emu_stream_check(stream);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
    EMU_API_LOCK;
    (void)advice, (void)location;
    return emu_api(managed(pointer, bytes) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer)
{
    EMU_API_LOCK;
    if (!attributes)
        return emu_api(cudaErrorInvalidValue);
    enum cudaMemoryType type =
        is_pinned(pointer) ? cudaMemoryTypeHost : emu_mapped_type(pointer);
    if (type == cudaMemoryTypeUnregistered &&
        (emu_memory_holds(pointer, 1) || emu_variable_holds((uintptr_t)pointer, 1)))
        type = cudaMemoryTypeDevice;
    *attributes = (struct cudaPointerAttributes){.type = type, .device = -2};
    if (type != cudaMemoryTypeUnregistered)
        attributes->device = 0;
    if (type != cudaMemoryTypeUnregistered)
        attributes->devicePointer = (void *)pointer;
    if (type != cudaMemoryTypeDevice)
        attributes->hostPointer = (void *)pointer;
    return emu_api(cudaSuccess);
}

size_t emu_string_bytes(const void *pointer)
{
    const char *end = pointer;
    if (!emu_is_read_only((uintptr_t)end))
        return 0;
    while (*end && emu_is_read_only((uintptr_t)end + 1))
        end++;
    return end + 1 - (const char *)pointer;
}

CUresult cuMemGetAddressRange(CUdeviceptr *start, size_t *bytes, CUdeviceptr pointer)
{
    EMU_API_LOCK;
    const struct allocation *a =
        emu_memory_holds((const void *)(uintptr_t)pointer, 1)
            ? emu_allocation_below((uintptr_t)pointer - emu_arena())
            : NULL;
    const size_t of_string = a ? 0 : emu_string_bytes((const void *)(uintptr_t)pointer);
    if (!a && !of_string)
        return CUDA_ERROR_NOT_FOUND;
    if (start)
        *start = a ? emu_arena() + a->offset : pointer;
    if (bytes)
        *bytes = a ? a->bytes : of_string;
    return CUDA_SUCCESS;
}
