/* The runtime API: copies between arrays and memory. An array is a place with the pitch
   of its rows: the rest is a copy as any other. */
#include <cuda_runtime.h>

#include "api.h"
#include "api_array.h"

char *emu_array_place(cudaArray_const_t array, struct cudaPos at, size_t width,
                      size_t height, size_t depth, const char *call, uintptr_t site,
                      cudaError_t *error)
{
    if (!emu_array_known(array)) {
        *error = emu_no_array(call, site);
        return NULL;
    }
    const struct image *image = &array->image;
    const size_t row = image->width * image->texel_bytes;
    if (at.x > row || width > row - at.x || at.y > image->height ||
        height > image->height - at.y || at.z > image->depth ||
        depth > image->depth - at.z) {
        *error = emu_refuse(
            site, cudaErrorInvalidValue,
            "x and width of a copy to an array or from it are in bytes, except in "
            "cudaMemcpy3D(), where they are in elements",
            "%s of %zu x %zu x %zu bytes from byte %zu, row %zu, slice %zu on, of an "
            "array of %zu x %zu x %zu bytes",
            call, width, height, depth, at.x, at.y, at.z, row, image->height,
            image->depth);
        return NULL;
    }
    return image->start + at.z * image->slice + at.y * image->pitch + at.x;
}

/* Between a place in an array and rows in memory. */
static cudaError_t to_array(const char *call, uintptr_t site, cudaArray_t to, size_t x,
                            size_t y, const void *from, size_t from_pitch, size_t width,
                            size_t height, enum cudaMemcpyKind kind,
                            cudaStream_t stream, bool waits)
{
    cudaError_t error = cudaSuccess;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    char *place = emu_array_place(to, (struct cudaPos){x, y, 0}, width, height, 1, call,
                                  site, &error);
    if (!place)
        return error;
    return emu_copy(&(struct copy){call, site, place, to->image.pitch, from, from_pitch,
                                   width, height, kind, false, stream, waits, 0, 0, 0,
                                   0, 0});
}

static cudaError_t from_array(const char *call, uintptr_t site, void *to,
                              size_t to_pitch, cudaArray_const_t from, size_t x,
                              size_t y, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream, bool waits)
{
    cudaError_t error = cudaSuccess;
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    const char *place = emu_array_place(from, (struct cudaPos){x, y, 0}, width, height,
                                        1, call, site, &error);
    if (!place)
        return error;
    return emu_copy(&(struct copy){call, site, to, to_pitch, place, from->image.pitch,
                                   width, height, kind, false, stream, waits, 0, 0, 0,
                                   0, 0});
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from,
                                size_t from_pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    return to_array("cudaMemcpy2DToArray()", EMU_SITE, to, x, y, from, from_pitch,
                    width, height, kind, NULL, true);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                     const void *from, size_t from_pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    EMU_API_LOCK;
    return to_array("cudaMemcpy2DToArrayAsync()", EMU_SITE, to, x, y, from, from_pitch,
                    width, height, kind, stream, false);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from,
                                  size_t x, size_t y, size_t width, size_t height,
                                  enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    return from_array("cudaMemcpy2DFromArray()", EMU_SITE, to, to_pitch, from, x, y,
                      width, height, kind, NULL, true);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch,
                                       cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    EMU_API_LOCK;
    return from_array("cudaMemcpy2DFromArrayAsync()", EMU_SITE, to, to_pitch, from, x,
                      y, width, height, kind, stream, false);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    static const char call[] = "cudaMemcpy2DArrayToArray()";
    cudaError_t error = cudaSuccess;
    const char *place = emu_array_place(from, (struct cudaPos){from_x, from_y, 0},
                                        width, height, 1, call, EMU_SITE, &error);
    return place ? to_array(call, EMU_SITE, to, to_x, to_y, place, from->image.pitch,
                            width, height, kind, NULL, true)
                 : error;
}

/* ---- Deprecated: bytes that go on from the end of a row to the next one. */

/* The bytes of the first row from x on, whole rows, and bytes of the last one: each is
   a copy of the call. */
struct pieces {
    size_t bytes[3], rows[3];
};
static struct pieces pieces_of(cudaArray_const_t array, size_t x, size_t n)
{
    const size_t row = array->image.width * array->image.texel_bytes;
    const size_t rest = x < row ? row - x : row;
    const size_t first = x == 0 && n >= row ? 0 : n < rest ? n : rest;
    n -= first;
    return (struct pieces){{first, row, n % row}, {1, n / row, 1}};
}

static cudaError_t in_pieces(const char *call, uintptr_t site, cudaArray_const_t array,
                             size_t x, size_t y, char *memory, size_t n, bool to,
                             enum cudaMemcpyKind kind, cudaStream_t stream, bool waits)
{
    if (!emu_array_known(array))
        return emu_no_array(call, site);
    const struct pieces p = pieces_of(array, x, n);
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < 3 && !error; i++) {
        if (p.bytes[i] == 0 || p.rows[i] == 0)
            continue;
        if (to)
            error = to_array(call, site, (cudaArray_t)array, x, y, memory, p.bytes[i],
                             p.bytes[i], p.rows[i], kind, stream, waits);
        else
            error = from_array(call, site, memory, p.bytes[i], array, x, y, p.bytes[i],
                               p.rows[i], kind, stream, waits);
        memory += p.bytes[i] * p.rows[i];
        y += p.rows[i];
        x = 0;
    }
    return error;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from,
                              size_t bytes, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    return in_pieces("cudaMemcpyToArray()", EMU_SITE, to, x, y, (char *)from, bytes,
                     true, kind, NULL, true);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream)
{
    EMU_API_LOCK;
    return in_pieces("cudaMemcpyToArrayAsync()", EMU_SITE, to, x, y, (char *)from,
                     bytes, true, kind, stream, false);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y,
                                size_t bytes, enum cudaMemcpyKind kind)
{
    EMU_API_LOCK;
    return in_pieces("cudaMemcpyFromArray()", EMU_SITE, from, x, y, to, bytes, false,
                     kind, NULL, true);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x,
                                     size_t y, size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    EMU_API_LOCK;
    return in_pieces("cudaMemcpyFromArrayAsync()", EMU_SITE, from, x, y, to, bytes,
                     false, kind, stream, false);
}
