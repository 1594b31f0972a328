/* The runtime API: texture and surface objects. */
#include <cuda_runtime.h>

#include "api.h"
#include "api_array.h"

/* The description of how to read must fit the texels. */
static cudaError_t check_how(const struct image *image,
                             const struct cudaTextureDesc *how, bool linear,
                             uintptr_t site)
{
    const bool is_float = image->desc.f == cudaChannelFormatKindFloat;
    const bool normalized = how->readMode == cudaReadModeNormalizedFloat;
    for (int i = 0; i < image->rank; i++)
        if ((unsigned)how->addressMode[i] > cudaAddressModeBorder)
            return emu_api(cudaErrorInvalidValue);
    if ((unsigned)how->filterMode > cudaFilterModeLinear ||
        (unsigned)how->readMode > cudaReadModeNormalizedFloat)
        return emu_api(cudaErrorInvalidValue);
    if (how->sRGB)
        return emu_refuse(site, cudaErrorNotSupported, "convert in the kernel",
                          "cudaCreateTextureObject() with sRGB, which the emulator "
                          "does not have");
    if (normalized && !is_float && image->desc.x == 32)
        return emu_refuse(site, cudaErrorInvalidNormSetting,
                          "read 32-bit integers with cudaReadModeElementType",
                          "cudaCreateTextureObject() of 32-bit integers that are read "
                          "as normalized floats");
    if (how->filterMode == cudaFilterModeLinear && !linear && !is_float && !normalized)
        return emu_refuse(
            site, cudaErrorInvalidFilterSetting,
            "use cudaFilterModePoint, or read integers with "
            "cudaReadModeNormalizedFloat",
            "cudaCreateTextureObject() of integers with linear filtering");
    return cudaSuccess;
}

static cudaError_t add(unsigned long long *object, const struct texture *t)
{
    *object = emu_texture_add(t);
    return emu_api(*object ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *how,
                                    const struct cudaResourceViewDesc *view)
{
    EMU_API_LOCK;
    if (!object || !resource || !how)
        return emu_api(cudaErrorInvalidValue);
    if (emu_api_stuck())
        return emu_api(cudaSuccess);
    if (view && view->format != cudaResViewFormatNone)
        return emu_refuse(EMU_SITE, cudaErrorNotSupported, "pass NULL for the view",
                          "cudaCreateTextureObject() with a view of another format");
    struct texture t = {.resource = *resource, .how = *how};
    cudaError_t error =
        emu_image_of(&t.image, resource, "cudaCreateTextureObject()", EMU_SITE);
    if (!error)
        error = check_how(&t.image, how, resource->resType == cudaResourceTypeLinear,
                          EMU_SITE);
    for (int c = 0; c < 4; c++)
        t.border[c] =
            resource->resType == cudaResourceTypeLinear ? 0 : how->borderColor[c];
    return error ? error : add(object, &t);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    EMU_API_LOCK;
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        return emu_api(cudaErrorInvalidValue);
    if (emu_api_stuck())
        return emu_api(cudaSuccess);
    struct texture t = {.resource = *resource, .surface = true};
    const cudaError_t error =
        emu_image_of(&t.image, resource, "cudaCreateSurfaceObject()", EMU_SITE);
    if (error)
        return error;
    if (!(resource->res.array.array->flags & cudaArraySurfaceLoadStore))
        return emu_refuse(EMU_SITE, cudaErrorInvalidValue,
                          "make the array with the flag cudaArraySurfaceLoadStore",
                          "cudaCreateSurfaceObject() of an array that is not made for "
                          "surfaces");
    return add(object, &t);
}

static cudaError_t destroy(unsigned long long object, bool surface)
{
    if (object == 0 || emu_api_stuck())
        return emu_api(cudaSuccess);
    if (!emu_texture_find(object, surface))
        return emu_api(cudaErrorInvalidValue);
    emu_texture_drop(object);
    return emu_api(cudaSuccess);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    EMU_API_LOCK;
    return destroy(object, false);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    EMU_API_LOCK;
    return destroy(object, true);
}

static cudaError_t get_resource(struct cudaResourceDesc *resource,
                                unsigned long long object, bool surface)
{
    const struct texture *t = emu_texture_find(object, surface);
    if (!t || !resource)
        return emu_api(cudaErrorInvalidValue);
    *resource = t->resource;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    EMU_API_LOCK;
    return get_resource(resource, object, false);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    EMU_API_LOCK;
    return get_resource(resource, object, true);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *how,
                                            cudaTextureObject_t object)
{
    EMU_API_LOCK;
    const struct texture *t = emu_texture_find(object, false);
    if (!t || !how)
        return emu_api(cudaErrorInvalidValue);
    *how = t->how;
    return emu_api(cudaSuccess);
}
