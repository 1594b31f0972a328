/* The CUDA runtime API: copies and fills. */
#include <cuda_runtime.h>

#include <string.h>

#include "api.h"
#include "host_order.h"
#include "memory.h"
#include "variable.h"

/* Open or close the device memory of a copy, or of a fill. */
static void open_for(const struct copy *c, bool open)
{
    emu_memory_open_around(c->to, (c->height - 1) * c->to_pitch + c->width, open);
    if (c->from)
        emu_memory_open_around(c->from, (c->height - 1) * c->from_pitch + c->width,
                               open);
}

static cudaError_t copy(const struct copy *c)
{
    if (emu_api_stuck() || c->width == 0 || c->height == 0)
        return emu_api(cudaSuccess);
    cudaError_t error = emu_copy_check(c);
    if (error)
        return error;
    open_for(c, true);
    for (size_t row = 0; row < c->height; row++) {
        char *to = (char *)c->to + row * c->to_pitch;
        const char *from = (const char *)c->from + row * c->from_pitch;
        memmove(to, from, c->width);
        emu_memory_copied(to, from, c->width);
    }
    open_for(c, false);
    return emu_api(cudaSuccess);
}

/* A copy of one row that returns before it has ended. */
static cudaError_t start_copy(const struct copy *c)
{
    const cudaError_t error = copy(c);
    if (!error && c->width) {
        emu_host_copies(c->name, c->to, c->width, true, c->site);
        emu_host_copies(c->name, c->from, c->width, false, c->site);
    }
    return error;
}

static cudaError_t fill(const struct copy *c, int value)
{
    if (emu_api_stuck() || c->width == 0 || c->height == 0)
        return emu_api(cudaSuccess);
    cudaError_t error = emu_copy_check(c);
    if (error)
        return error;
    open_for(c, true);
    for (size_t row = 0; row < c->height; row++) {
        char *to = (char *)c->to + row * c->to_pitch;
        memset(to, value, c->width);
        emu_memory_copied(to, NULL, c->width);
    }
    open_for(c, false);
    return emu_api(cudaSuccess);
}

/* ---- The calls. One-dimensional copies have a single row. */

#define ROW(name, to, from, bytes, kind)                                               \
    &(struct copy)                                                                     \
    {                                                                                  \
        name, EMU_SITE, to, bytes, from, bytes, bytes, 1, kind, false                  \
    }
#define FILL(name, to, pitch, width, height)                                           \
    &(struct copy)                                                                     \
    {                                                                                  \
        name, EMU_SITE, to, pitch, NULL, 0, width, height, cudaMemcpyHostToDevice,     \
            true                                                                       \
    }

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    emu_host_waits();
    return copy(ROW("cudaMemcpy()", to, from, bytes, kind));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return start_copy(ROW("cudaMemcpyAsync()", to, from, bytes, kind));
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes)
{
    EMU_API_LOCK;
    if (to_device || from_device)
        return emu_api(cudaErrorInvalidDevice);
    return copy(ROW("cudaMemcpyPeer()", to, from, bytes, cudaMemcpyDeviceToDevice));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                int from_device, size_t bytes, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (to_device || from_device)
        return emu_api(cudaErrorInvalidDevice);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return copy(
        ROW("cudaMemcpyPeerAsync()", to, from, bytes, cudaMemcpyDeviceToDevice));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    emu_host_waits();
    return copy(&(struct copy){"cudaMemcpy2D()", EMU_SITE, to, to_pitch, from,
                               from_pitch, width, height, kind, false});
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                              size_t from_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return copy(&(struct copy){"cudaMemcpy2DAsync()", EMU_SITE, to, to_pitch, from,
                               from_pitch, width, height, kind, false});
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    EMU_API_LOCK;
    return fill(FILL("cudaMemset()", to, bytes, bytes, 1), value);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return fill(FILL("cudaMemsetAsync()", to, bytes, bytes, 1), value);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height)
{
    EMU_API_LOCK;
    return fill(FILL("cudaMemset2D()", to, pitch, width, height), value);
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return fill(FILL("cudaMemset2DAsync()", to, pitch, width, height), value);
}

/* ---- __device__ and __constant__ variables. */

/* The variable that a symbol names; NULL if it names none. */
static char *variable(const void *symbol)
{
    const void *of_device = emu_variable_of_symbol(symbol);
    return emu_variable_holds((uintptr_t)of_device, 1) ? (char *)of_device : NULL;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                               size_t offset, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    emu_host_waits();
    char *to = variable(symbol);
    if (!to)
        return emu_api(cudaErrorInvalidSymbol);
    return copy(ROW("cudaMemcpyToSymbol()", to + offset, from, bytes, kind));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    emu_host_waits();
    const char *from = variable(symbol);
    if (!from)
        return emu_api(cudaErrorInvalidSymbol);
    return copy(ROW("cudaMemcpyFromSymbol()", to, from + offset, bytes, kind));
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    EMU_API_LOCK;
    if (!pointer)
        return emu_api(cudaErrorInvalidValue);
    char *at = variable(symbol);
    if (!at)
        return emu_api(cudaErrorInvalidSymbol);
    *pointer = at;
    return emu_api(cudaSuccess);
}
