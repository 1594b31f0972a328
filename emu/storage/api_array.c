/* The runtime API: arrays. They are in device memory, which textures, surfaces and
   copies alone can reach: a program never has their address. */
#include <cuda_runtime.h>

#include "api.h"
#include "api_array.h"
#include "handles.h"
#include "host_order.h"
#include "memory.h"

static struct handles arrays;

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

bool emu_array_known(cudaArray_const_t array)
{
    return emu_handle_known(&arrays, array);
}

void emu_arrays_forget(void)
{
    while (arrays.n)
        emu_handle_destroy(&arrays, (void *)arrays.live[0]);
}

/* True if a GPU has arrays of this size. */
static bool fits(struct cudaExtent e, unsigned flags)
{
    struct cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const bool layered = flags & cudaArrayLayered;
    if (e.width == 0 || (e.depth && !e.height && !layered) || (layered && !e.depth))
        return false;
    if (layered && e.height)
        return e.width <= (size_t)p.maxTexture2DLayered[0] &&
               e.height <= (size_t)p.maxTexture2DLayered[1] &&
               e.depth <= (size_t)p.maxTexture2DLayered[2];
    if (layered)
        return e.width <= (size_t)p.maxTexture1DLayered[0] &&
               e.depth <= (size_t)p.maxTexture1DLayered[1];
    if (e.depth)
        return e.width <= (size_t)p.maxTexture3D[0] &&
               e.height <= (size_t)p.maxTexture3D[1] &&
               e.depth <= (size_t)p.maxTexture3D[2];
    return e.width <= (size_t)(e.height ? p.maxTexture2D[0] : p.maxTexture1D) &&
           e.height <= (size_t)p.maxTexture2D[1];
}

static size_t at_least_1(size_t n)
{
    return n ? n : 1;
}

static cudaError_t make(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                        struct cudaExtent extent, unsigned flags, const char *call,
                        uintptr_t site)
{
    const unsigned known =
        cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
    if (!array || !desc)
        return emu_api(cudaErrorInvalidValue);
    if (emu_api_stuck())
        return emu_api(cudaSuccess);
    const uint32_t bytes = emu_texel_bytes(desc);
    if (!bytes)
        return emu_refuse(site, cudaErrorInvalidChannelDescriptor,
                          "an element has 1, 2 or 4 channels of 8, 16 or 32 bits each; "
                          "use cudaCreateChannelDesc<T>()",
                          "%s of an array whose channels have %d, %d, %d and %d bits",
                          call, desc->x, desc->y, desc->z, desc->w);
    if (flags & ~known)
        return emu_refuse(site, cudaErrorNotSupported,
                          "there are cudaArrayLayered, cudaArraySurfaceLoadStore and "
                          "cudaArrayTextureGather",
                          "%s with the flags %#x, which the emulator does not have",
                          call, flags & ~known);
    if (!fits(extent, flags))
        return emu_refuse(site, cudaErrorInvalidValue,
                          "compare it with the limits in cudaDeviceProp; a dimension "
                          "that the array does not have is 0",
                          "%s of an array of %zu x %zu x %zu elements%s", call,
                          extent.width, extent.height, extent.depth,
                          flags & cudaArrayLayered ? ", with layers" : "");
    struct image image = {.desc = *desc,
                          .texel_bytes = bytes,
                          .width = extent.width,
                          .height = at_least_1(extent.height),
                          .depth = at_least_1(extent.depth),
                          .layered = flags & cudaArrayLayered};
    image.rank = extent.height == 0 ? 1 : extent.depth == 0 || image.layered ? 2 : 3;
    void *start = NULL;
    emu_pitch(image.width * bytes, &image.pitch);
    image.slice = image.pitch * image.height;
    const cudaError_t error = emu_api_allocate(&start, image.slice * image.depth, site);
    if (error)
        return error;
    cudaArray_t made = emu_handle_make(&arrays, sizeof *made);
    if (!made)
        return emu_api(cudaErrorMemoryAllocation);
    image.start = start;
    *made = (struct cudaArray){image, extent, flags};
    *array = made;
    return emu_api(cudaSuccess);
}

cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned int flags)
{
    EMU_API_LOCK;
    return make(array, desc, (struct cudaExtent){width, height, 0}, flags,
                "cudaMallocArray()", EMU_SITE);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags)
{
    EMU_API_LOCK;
    return make(array, desc, extent, flags, "cudaMalloc3DArray()", EMU_SITE);
}

cudaError_t emu_no_array(const char *call, uintptr_t site)
{
    return emu_refuse(site, cudaErrorInvalidResourceHandle,
                      "pass what cudaMallocArray() has given, until it is freed",
                      "%s of an array that does not exist", call);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    EMU_API_LOCK;
    if (!array || emu_api_stuck())
        return emu_api(cudaSuccess);
    if (!emu_array_known(array))
        return emu_no_array("cudaFreeArray()", EMU_SITE);
    emu_host_waits();
    emu_memory_give(array->image.start, EMU_SITE);
    return emu_handle_destroy(&arrays, array);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array)
{
    EMU_API_LOCK;
    if (!emu_array_known(array))
        return emu_no_array("cudaArrayGetInfo()", EMU_SITE);
    if (desc)
        *desc = array->image.desc;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array)
{
    EMU_API_LOCK;
    if (!emu_array_known(array))
        return emu_no_array("cudaGetChannelDesc()", EMU_SITE);
    if (!desc)
        return emu_api(cudaErrorInvalidValue);
    *desc = array->image.desc;
    return emu_api(cudaSuccess);
}
