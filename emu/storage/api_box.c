/* The runtime API: memory of three dimensions. */
#include <cuda_runtime.h>

#include "api.h"
#include "api_array.h"
#include "memory.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    EMU_API_LOCK;
    size_t pitch, rows, bytes;
    void *start = NULL;
    if (!pointer || !emu_pitch(extent.width, &pitch) ||
        __builtin_mul_overflow(extent.height, extent.depth, &rows) ||
        __builtin_mul_overflow(pitch, rows, &bytes))
        return emu_api(cudaErrorInvalidValue);
    const cudaError_t error = emu_api_allocate(&start, bytes, EMU_SITE);
    if (error)
        return error;
    if (bytes)
        emu_allocation_pitch((uintptr_t)start - emu_arena(), pitch);
    *pointer = make_cudaPitchedPtr(start, pitch, extent.width, extent.height);
    return emu_api(cudaSuccess);
}

/* One side of a copy: the address of its first byte. */
struct side {
    char *start;
    size_t pitch, slice;
};

/* True if the side is an array or a pointer, and not both. */
static bool is_one(cudaArray_const_t array, const struct cudaPitchedPtr *memory)
{
    return (array != NULL) != (memory->ptr != NULL);
}

/* `element` is the bytes of an element of an array that takes part, else 1; the width
   is in bytes. In memory, x is in bytes. */
static cudaError_t find(struct side *side, cudaArray_const_t array,
                        const struct cudaPitchedPtr *memory, struct cudaPos at,
                        const struct copy *c)
{
    cudaError_t error = cudaSuccess;
    if (array) {
        if (emu_array_known(array))
            at.x *= array->image.texel_bytes;
        side->start = emu_array_place(array, at, c->width, c->height, c->depth, c->name,
                                      c->site, &error);
        if (!error) {
            side->pitch = array->image.pitch;
            side->slice = array->image.slice;
        }
        return error;
    }
    side->pitch = memory->pitch;
    side->slice = memory->pitch * memory->ysize;
    if (c->depth > 1 && c->height > memory->ysize)
        return emu_refuse(c->site, cudaErrorInvalidValue,
                          "ysize of a cudaPitchedPtr is the number of rows per slice",
                          "%s of %zu rows per slice, but ysize is %zu", c->name,
                          c->height, memory->ysize);
    side->start = (char *)memory->ptr + at.z * side->slice + at.y * side->pitch + at.x;
    return cudaSuccess;
}

static cudaError_t copy(const struct cudaMemcpy3DParms *p, const char *call,
                        uintptr_t site, cudaStream_t stream, bool waits)
{
    if (!p || !is_one(p->srcArray, &p->srcPtr) || !is_one(p->dstArray, &p->dstPtr))
        return p ? emu_refuse(site, cudaErrorInvalidValue,
                              "begin with cudaMemcpy3DParms p = {0}, and set either "
                              "the array or the pointer of each side",
                              "%s with no array and no pointer of one side, or with "
                              "both",
                              call)
                 : emu_api(cudaErrorInvalidValue);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    const cudaArray_const_t array = p->srcArray ? p->srcArray : p->dstArray;
    const size_t element = emu_array_known(array) ? array->image.texel_bytes : 1;
    if (p->extent.width > SIZE_MAX / 16)
        return emu_api(cudaErrorInvalidValue);
    struct copy c = {.name = call,
                     .site = site,
                     .width = p->extent.width * element,
                     .height = p->extent.height,
                     .depth = p->extent.depth,
                     .kind = p->kind,
                     .stream = stream,
                     .waits = waits};
    struct side from, to;
    if (c.width == 0 || c.height == 0 || c.depth == 0)
        return emu_api(cudaSuccess);
    cudaError_t error = find(&from, p->srcArray, &p->srcPtr, p->srcPos, &c);
    if (!error)
        error = find(&to, p->dstArray, &p->dstPtr, p->dstPos, &c);
    if (error)
        return error;
    c.to = to.start;
    c.to_pitch = to.pitch;
    c.to_slice = to.slice;
    c.from = from.start;
    c.from_pitch = from.pitch;
    c.from_slice = from.slice;
    return emu_copy(&c);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    EMU_API_LOCK;
    return copy(p, "cudaMemcpy3D()", EMU_SITE, NULL, true);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    EMU_API_LOCK;
    return copy(p, "cudaMemcpy3DAsync()", EMU_SITE, stream, false);
}

static cudaError_t fill(struct cudaPitchedPtr to, int value, struct cudaExtent extent,
                        const char *call, uintptr_t site, cudaStream_t stream)
{
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return emu_api(cudaSuccess);
    return emu_fill(&(struct copy){.name = call,
                                   .site = site,
                                   .to = to.ptr,
                                   .to_pitch = to.pitch,
                                   .to_slice = to.pitch * to.ysize,
                                   .width = extent.width,
                                   .height = extent.height,
                                   .depth = extent.depth,
                                   .kind = cudaMemcpyHostToDevice,
                                   .fill = true,
                                   .stream = stream},
                    value);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int value, struct cudaExtent extent)
{
    EMU_API_LOCK;
    return fill(to, value, extent, "cudaMemset3D()", EMU_SITE, NULL);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value,
                              struct cudaExtent extent, cudaStream_t stream)
{
    EMU_API_LOCK;
    return fill(to, value, extent, "cudaMemset3DAsync()", EMU_SITE, stream);
}
