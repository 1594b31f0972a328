/*
 * Which texels a fetch reads, with which weights (CUDA C++ Programming Guide, Texture
 * Fetching). Each coordinate is handled on its own: it gives one index, or two for
 * linear filtering. The contract is in emu_fetch.h.
 */
#include "emu_fetch.h"

#include <math.h>

#include "fault.h"
#include "platform.h"
#include "texture.h"

enum {
    FRACTIONS = 256, /* of a texel: filtering has weights of 8 bits */
    OUTSIDE = -1
};

/* Along one dimension. */
struct along {
    int n; /* 1 or 2 */
    long index[2];
    float weight[2];
};

/* The coordinate in texels, before it is a whole number. Wrap and mirror need
   normalised coordinates; without them they are clamp. */
static double in_texels(const struct texture *t, int dimension, float x, size_t n,
                        enum cudaTextureAddressMode *mode)
{
    *mode = t->how.addressMode[dimension];
    if (isnan(x))
        x = 0;
    if (!t->how.normalizedCoords) {
        if (*mode == cudaAddressModeWrap || *mode == cudaAddressModeMirror)
            *mode = cudaAddressModeClamp;
        return x;
    }
    if (isinf(x) && (*mode == cudaAddressModeWrap || *mode == cudaAddressModeMirror))
        x = 0;
    double at = x;
    if (*mode == cudaAddressModeWrap)
        at -= floor(at);
    if (*mode == cudaAddressModeMirror) /* a texture and its mirror image */
        at -= 2 * floor(at / 2);
    return at * (double)n;
}

/* The index of a texel near the edges, or OUTSIDE. Mirrored, they are 0 1 ... n-1 n-1
   ... 1 0. */
static long wrapped(long i, size_t size, enum cudaTextureAddressMode mode)
{
    const long n = (long)size;
    if (i >= 0 && i < n)
        return i;
    if (mode == cudaAddressModeBorder)
        return OUTSIDE;
    if (mode == cudaAddressModeWrap)
        return i < 0 ? i + n : i - n;
    if (mode == cudaAddressModeMirror && i >= n)
        return i < 2 * n ? 2 * n - 1 - i : 0;
    return i < 0 ? 0 : n - 1;
}

static struct along place(const struct texture *t, int dimension, float coordinate,
                          size_t n, bool linear)
{
    enum cudaTextureAddressMode mode;
    double x = in_texels(t, dimension, coordinate, n, &mode);
    /* All that is farther away is as one texel outside; this fits in a long. */
    const double most = (mode == cudaAddressModeMirror ? 2 : 1) * (double)n + 1;
    x = x < -1 ? -1 : x > most ? most : x;
    if (!linear)
        return (struct along){1, {wrapped((long)floor(x), n, mode)}, {1}};
    const double at = floor((x - 0.5) * FRACTIONS + 0.5) / FRACTIONS;
    const long first = (long)floor(at);
    const float fraction = (float)(at - first);
    return (struct along){2,
                          {wrapped(first, n, mode), wrapped(first + 1, n, mode)},
                          {1 - fraction, fraction}};
}

static void add(struct emu_fetch *f, const struct image *image, long x, long y, long z,
                float weight)
{
    if (weight == 0)
        return;
    f->__weight[f->__n] = weight;
    f->__texel[f->__n++] = x == OUTSIDE || y == OUTSIDE || z == OUTSIDE
                               ? NULL
                               : image->start + (size_t)z * image->slice +
                                     (size_t)y * image->pitch +
                                     (size_t)x * image->texel_bytes;
}

/* The layer is clamped, and never filtered. */
static long layer_of(const struct image *image, int layer)
{
    return layer < 0 ? 0 : layer >= (long)image->depth ? (long)image->depth - 1 : layer;
}

void emu_fetch_place(struct emu_fetch *f, unsigned long long object, int dimensions,
                     float x, float y, float z, int layer)
{
    const struct texture *t =
        emu_texture_of_call(object, false, dimensions, EMU_CALLER());
    const struct image *image = &t->image;
    if (t->resource.resType == cudaResourceTypeLinear)
        emu_stop_at("fetches from linear memory by a function that is not tex1Dfetch()",
                    EMU_CALLER());
    const bool linear = t->how.filterMode == cudaFilterModeLinear;
    const int rank = dimensions % EMU_LAYERED;
    struct along none = {1, {0}, {1}}, ys = none, zs = none;
    const struct along xs = place(t, 0, x, image->width, linear);
    if (rank > 1)
        ys = place(t, 1, y, image->height, linear);
    if (rank > 2)
        zs = place(t, 2, z, image->depth, linear);
    else if (image->layered)
        zs.index[0] = layer_of(image, layer);
    f->__object = object;
    f->__n = 0;
    f->__bytes = (int)image->texel_bytes;
    for (int k = 0; k < zs.n; k++)
        for (int j = 0; j < ys.n; j++)
            for (int i = 0; i < xs.n; i++)
                add(f, image, xs.index[i], ys.index[j], zs.index[k],
                    xs.weight[i] * ys.weight[j] * zs.weight[k]);
}

void emu_fetch_linear(struct emu_fetch *f, unsigned long long object, int i)
{
    const struct texture *t = emu_texture_of_call(object, false, EMU_1D, EMU_CALLER());
    if (t->resource.resType != cudaResourceTypeLinear)
        emu_stop_at("fetches by tex1Dfetch() from what is not linear memory",
                    EMU_CALLER());
    f->__object = object;
    f->__n = 0;
    f->__bytes = (int)t->image.texel_bytes;
    add(f, &t->image, i < 0 || (size_t)i >= t->image.width ? OUTSIDE : i, 0, 0, 1);
}

void emu_fetch_gather(struct emu_fetch *f, unsigned long long object, float x, float y)
{
    const struct texture *t = emu_texture_of_call(object, false, EMU_2D, EMU_CALLER());
    const struct along xs = place(t, 0, x, t->image.width, true);
    const struct along ys = place(t, 1, y, t->image.height, true);
    f->__object = object;
    f->__n = 0;
    f->__bytes = (int)t->image.texel_bytes;
    /* Counterclockwise, from the one at the lower left in an image with y upwards. */
    add(f, &t->image, xs.index[0], ys.index[1], 0, 1);
    add(f, &t->image, xs.index[1], ys.index[1], 0, 1);
    add(f, &t->image, xs.index[1], ys.index[0], 0, 1);
    add(f, &t->image, xs.index[0], ys.index[0], 0, 1);
}
