/* The CUDA runtime API: copies and fills. */
#include <cuda_runtime.h>

#include <string.h>

#include "alias.h"
#include "api.h"
#include "arrays.h"
#include "graph.h"
#include "host_order.h"
#include "launch.h"
#include "memory.h"
#include "note.h"
#include "settings.h"
#include "variable.h"
#include "work.h"

/* The rows of all slices, and where they begin. */
static size_t rows(const struct copy *c)
{
    return c->height * (c->depth ? c->depth : 1);
}
static char *to_row(const struct copy *c, size_t row)
{
    return (char *)c->to + row / c->height * c->to_slice +
           row % c->height * c->to_pitch;
}
static const char *from_row(const struct copy *c, size_t row)
{
    return (const char *)c->from + row / c->height * c->from_slice +
           row % c->height * c->from_pitch;
}

/* Open or close the device memory of a copy, or of a fill. */
static void open_for(const struct copy *c, bool open)
{
    const size_t last = rows(c) - 1;
    emu_memory_open_around(c->to, to_row(c, last) + c->width - (char *)c->to, open);
    if (c->from)
        emu_memory_open_around(
            c->from, from_row(c, last) + c->width - (const char *)c->from, open);
}

/* The rows that a copy or a fill touches in device memory, for work.h. */
static void touch(const struct copy *c)
{
    for (size_t row = 0; row < rows(c); row++) {
        emu_work_touches(to_row(c, row), c->width, true);
        if (c->from)
            emu_work_touches(from_row(c, row), c->width, false);
    }
}

/* A copy to the host's memory that is not pinned has ended when the call returns. */
static bool waits(const struct copy *c)
{
    uint64_t offset;
    return c->waits ||
           (!emu_memory_is_device(c->to) && !emu_alias((uintptr_t)c->to, &offset) &&
            !emu_variable_holds((uintptr_t)c->to, 1));
}

/* Bytes of device memory that nothing has set are copied to the host. Single ones may
   be padding of a struct: at least an element at the end, or a vector elsewhere. */
static void check_set(const struct copy *c)
{
    enum { ELEMENT = 4, VECTOR = 16, SMALL = 64 };
    size_t first = 0, at = 0;
    const bool to_host =
        !emu_memory_is_device(c->to) || emu_mapped_type(c->to) == cudaMemoryTypeHost;
    if (!c->from || !to_host || rows(c) > 1 || c->width < SMALL ||
        emu_launch_last()->number == 0 || emu_settings()->quiet)
        return;
    size_t n = emu_memory_unset_run(c->from, c->width, VECTOR, &first);
    if (!n && emu_memory_unset_run(c->from, c->width, 1, &at)) {
        n = emu_memory_unset_run(c->from, c->width, ELEMENT, &first);
        n = first == at && first + n == c->width ? n : 0;
    }
    if (n)
        emu_note(
            c->site, "UNSET",
            first + n == c->width
                ? "do the threads of all blocks cover all elements? is the number of "
                  "blocks rounded up, for blocks of the size that is launched?"
                : "does a thread store each element?",
            "%s copies %zu bytes to the host, of which nothing has set bytes %zu to "
            "%zu",
            c->name, c->width, first, first + n - 1);
}

/* It is work of its stream. */
static void keep(const struct copy *c)
{
    const int stream = emu_stream_number(c->stream);
    const uint64_t offset = (uintptr_t)c->to - emu_arena();
    if (offset < ARENA_BYTES)
        emu_allocation_set(offset, c->width * rows(c), c->site);
    const uint32_t work = emu_work_begin(stream, c->name, c->site);
    touch(c);
    emu_work_end();
    if (emu_graph_stream() < 0 && waits(c)) {
        emu_host_waits_for(c->stream);
    } else if (c->from && rows(c) == 1) {
        emu_host_copies(c->name, c->to, c->width, true, c->site, stream, work);
        emu_host_copies(c->name, c->from, c->width, false, c->site, stream, work);
    }
}

/* Fill n bytes with elements of a value. */
static void fill_row(char *to, size_t n, unsigned value, unsigned element)
{
    if (element < 2)
        memset(to, (int)value, n);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = (char)(value >> 8 * (i % element));
}

cudaError_t emu_copy(const struct copy *c)
{
    cudaError_t error;
    if (emu_api_stuck() || c->width == 0 || c->height == 0)
        return emu_api(cudaSuccess);
    if (emu_capture_takes_copy(c, &error))
        return error;
    error = emu_copy_check(c);
    if (error)
        return error;
    open_for(c, true);
    for (size_t row = 0; row < rows(c); row++) {
        char *to = to_row(c, row);
        const char *from = from_row(c, row);
        if (c->fill) {
            fill_row(to, c->width, c->value, c->element);
            emu_memory_copied(to, NULL, c->width);
            continue;
        }
        memmove(to, from, c->width);
        emu_memory_copied(to, from, c->width);
        emu_arrays_copied(to, from, c->width);
    }
    open_for(c, false);
    check_set(c);
    keep(c);
    return emu_api(cudaSuccess);
}

cudaError_t emu_fill(const struct copy *c, int value)
{
    struct copy fill = *c;
    fill.value = (unsigned)value;
    fill.element = 1;
    return emu_copy(&fill);
}

/* ---- The calls. One-dimensional copies have a single row. */

#define ROW(name, to, from, bytes, kind, stream, waits)                                \
    &(struct copy)                                                                     \
    {                                                                                  \
        name, EMU_SITE, to, bytes, from, bytes, bytes, 1, kind, false, stream, waits,  \
            0, 0, 0, 0, 0                                                              \
    }
#define FILL(name, to, value, pitch, width, height, stream)                            \
    &(struct copy)                                                                     \
    {                                                                                  \
        name, EMU_SITE, to, pitch, NULL, 0, width, height, cudaMemcpyHostToDevice,     \
            true, stream, false, 0, 0, 0, (unsigned)value, 1                           \
    }

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    return emu_copy(ROW("cudaMemcpy()", to, from, bytes, kind, NULL, true));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(ROW("cudaMemcpyAsync()", to, from, bytes, kind, stream, false));
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes)
{
    EMU_API_LOCK;
    if (to_device || from_device)
        return emu_api(cudaErrorInvalidDevice);
    return emu_copy(
        ROW("cudaMemcpyPeer()", to, from, bytes, cudaMemcpyDeviceToDevice, NULL, true));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                int from_device, size_t bytes, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (to_device || from_device)
        return emu_api(cudaErrorInvalidDevice);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(ROW("cudaMemcpyPeerAsync()", to, from, bytes,
                        cudaMemcpyDeviceToDevice, stream, false));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    return emu_copy(&(struct copy){"cudaMemcpy2D()", EMU_SITE, to, to_pitch, from,
                                   from_pitch, width, height, kind, false, NULL, true,
                                   0, 0, 0, 0, 0});
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                              size_t from_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(&(struct copy){"cudaMemcpy2DAsync()", EMU_SITE, to, to_pitch, from,
                                   from_pitch, width, height, kind, false, stream,
                                   false, 0, 0, 0, 0, 0});
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    EMU_API_LOCK;
    return emu_copy(FILL("cudaMemset()", to, value, bytes, bytes, 1, NULL));
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(FILL("cudaMemsetAsync()", to, value, bytes, bytes, 1, stream));
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height)
{
    EMU_API_LOCK;
    return emu_copy(FILL("cudaMemset2D()", to, value, pitch, width, height, NULL));
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(
        FILL("cudaMemset2DAsync()", to, value, pitch, width, height, stream));
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
    char *to = variable(symbol);
    if (!to)
        return emu_api(cudaErrorInvalidSymbol);
    return emu_copy(
        ROW("cudaMemcpyToSymbol()", to + offset, from, bytes, kind, NULL, true));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    EMU_API_LOCK;
    char *to = variable(symbol);
    if (!to)
        return emu_api(cudaErrorInvalidSymbol);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(ROW("cudaMemcpyToSymbolAsync()", to + offset, from, bytes, kind,
                        stream, false));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    const char *from = variable(symbol);
    if (!from)
        return emu_api(cudaErrorInvalidSymbol);
    return emu_copy(
        ROW("cudaMemcpyFromSymbol()", to, from + offset, bytes, kind, NULL, true));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes,
                                      size_t offset, enum cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    EMU_API_LOCK;
    const char *from = variable(symbol);
    if (!from)
        return emu_api(cudaErrorInvalidSymbol);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_copy(ROW("cudaMemcpyFromSymbolAsync()", to, from + offset, bytes, kind,
                        stream, false));
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
