/* The runtime API: what a texture or a surface reads. Memory must be aligned, and
 * exist. */
#include <cuda_runtime.h>

#include "api.h"
#include "api_array.h"
#include "memory.h"

/* The first byte of memory for a texture must be a multiple of this after the start of
   its allocation, which a GPU aligns so; and the pitch of its rows. */
enum { TEXTURE_ALIGNMENT = 512, PITCH_ALIGNMENT = 32 };

static cudaError_t of_array(struct image *image, cudaArray_t array, const char *call,
                            uintptr_t site)
{
    if (!emu_array_known(array))
        return emu_no_array(call, site);
    *image = array->image;
    return cudaSuccess;
}

/* Memory from cudaMalloc: rows of `width` texels. */
static cudaError_t of_memory(struct image *image, void *start,
                             const struct cudaChannelFormatDesc *desc, size_t pitch,
                             uintptr_t site)
{
    const struct allocation *a = emu_allocation_below((uintptr_t)start - emu_arena());
    image->start = start;
    image->desc = *desc;
    image->texel_bytes = emu_texel_bytes(desc);
    image->pitch = pitch;
    image->depth = 1;
    image->slice = pitch * image->height;
    if (!image->texel_bytes)
        return emu_refuse(site, cudaErrorInvalidChannelDescriptor,
                          "an element has 1, 2 or 4 channels of 8, 16 or 32 bits each; "
                          "use cudaCreateChannelDesc<T>()",
                          "cudaCreateTextureObject() of elements whose channels have "
                          "%d, %d, %d and %d bits",
                          desc->x, desc->y, desc->z, desc->w);
    if (!emu_memory_is_device(start) || !a)
        return emu_refuse(site, cudaErrorInvalidValue, "pass memory from cudaMalloc()",
                          "cudaCreateTextureObject() of memory that is not the "
                          "device's");
    if (((uintptr_t)start - emu_arena() - a->offset) % TEXTURE_ALIGNMENT)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "textureAlignment of cudaDeviceProp is 512 bytes: add the "
                          "offset to the coordinate instead",
                          "cudaCreateTextureObject() of memory at an address that is "
                          "not a multiple of 512 bytes");
    return cudaSuccess;
}

static cudaError_t of_linear(struct image *image, const struct cudaResourceDesc *r,
                             uintptr_t site)
{
    struct cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const size_t bytes = r->res.linear.sizeInBytes;
    image->rank = 1;
    image->height = 1;
    cudaError_t error =
        of_memory(image, r->res.linear.devPtr, &r->res.linear.desc, bytes, site);
    if (error)
        return error;
    image->width = bytes / image->texel_bytes;
    if (image->width > p.maxTexture1DLinear)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "maxTexture1DLinear of cudaDeviceProp is the most",
                          "cudaCreateTextureObject() of %zu elements of linear memory",
                          image->width);
    return emu_memory_holds(image->start, bytes)
               ? cudaSuccess
               : emu_refuse(site, cudaErrorInvalidValue, "sizeInBytes is in bytes",
                            "cudaCreateTextureObject() of %zu bytes, which is past the "
                            "end of the allocation",
                            bytes);
}

static cudaError_t of_pitch(struct image *image, const struct cudaResourceDesc *r,
                            uintptr_t site)
{
    const size_t pitch = r->res.pitch2D.pitchInBytes;
    struct cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    image->rank = 2;
    image->width = r->res.pitch2D.width;
    image->height = r->res.pitch2D.height;
    cudaError_t error =
        of_memory(image, r->res.pitch2D.devPtr, &r->res.pitch2D.desc, pitch, site);
    if (error)
        return error;
    if (image->width == 0 || image->height == 0 || pitch % PITCH_ALIGNMENT ||
        image->width > (size_t)p.maxTexture2DLinear[0] ||
        image->height > (size_t)p.maxTexture2DLinear[1] ||
        pitch > (size_t)p.maxTexture2DLinear[2] ||
        pitch < image->width * image->texel_bytes)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "the pitch is in bytes, at least a row, and a multiple of "
                          "texturePitchAlignment, 32: cudaMallocPitch() gives one",
                          "cudaCreateTextureObject() of %zu x %zu elements with a "
                          "pitch of %zu bytes",
                          image->width, image->height, pitch);
    const size_t bytes =
        pitch * (image->height - 1) + image->width * image->texel_bytes;
    return emu_memory_holds(image->start, bytes)
               ? cudaSuccess
               : emu_refuse(site, cudaErrorInvalidValue,
                            "width and height count elements",
                            "cudaCreateTextureObject() of %zu rows of %zu bytes, which "
                            "is past the end of the allocation",
                            image->height, pitch);
}

cudaError_t emu_image_of(struct image *image, const struct cudaResourceDesc *r,
                         const char *call, uintptr_t site)
{
    switch (r->resType) {
    case cudaResourceTypeArray:
        return of_array(image, r->res.array.array, call, site);
    case cudaResourceTypeLinear:
        return of_linear(image, r, site);
    case cudaResourceTypePitch2D:
        return of_pitch(image, r, site);
    default:
        return emu_refuse(site, cudaErrorNotSupported,
                          "there are arrays, linear memory and pitched memory",
                          "%s of a mipmapped array or of another resource that the "
                          "emulator does not have",
                          call);
    }
}
