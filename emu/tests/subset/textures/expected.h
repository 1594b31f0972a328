/* Fetches in every mode, each compared with its definition. */
#ifndef TEXTURES_EXPECTED_H
#define TEXTURES_EXPECTED_H

#include <cuda_fp16.h>
#include <math.h>
#include <string.h>

#include "../expect.h"

enum { W = 12, H = 7, D = 5, POINTS = 32 };
enum call { TEX1D, TEX2D, TEX3D, LAYERED1D, LAYERED2D, FETCH, GATHER };

struct sources { // also a texture in a struct
    cudaTextureObject_t texture;
};
__constant__ cudaTextureObject_t constant_texture;

__global__ void fetch(int call, __grid_constant__ const sources from, const float *at,
                      float4 *out)
{
    const int i = threadIdx.x;
    const float x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2];
    const cudaTextureObject_t t = from.texture;
    float one = -1, same = -1;
    if (call == TEX1D) {
        one = tex1D<float>(t, x);
        tex1D(&same, t, x);
        IS(tex1DLod<float>(t, x, 0) == one && tex1DGrad<float>(t, x, 0, 0) == one,
           true);
    } else if (call == TEX2D) {
        one = tex2D<float>(t, x, y);
        tex2D(&same, constant_texture, x, y);
        IS(tex2DLod<float>(t, x, y, 0), one);
        IS(tex2DGrad<float>(t, x, y, make_float2(0, 0), make_float2(0, 0)), one);
    } else if (call == TEX3D) {
        one = tex3D<float>(t, x, y, z);
        tex3D(&same, t, x, y, z);
        IS(tex3DLod<float>(t, x, y, z, 0), one);
    } else if (call == LAYERED1D) {
        one = tex1DLayered<float>(t, x, (int)z);
        tex1DLayered(&same, t, x, (int)z);
        IS(tex1DLayeredLod<float>(t, x, (int)z, 0), one);
    } else if (call == LAYERED2D) {
        one = tex2DLayered<float>(t, x, y, (int)z);
        tex2DLayered(&same, t, x, y, (int)z);
        IS(tex2DLayeredLod<float>(t, x, y, (int)z, 0), one);
    } else if (call == FETCH) {
        one = tex1Dfetch<float>(t, (int)x);
        tex1Dfetch(&same, t, (int)x);
    } else {
        out[i] = tex2Dgather<float4>(t, x, y, 0);
        return;
    }
    IS(one, same);
    out[i] = make_float4(one, 0, 0, 0);
}

static float texels[D][H][W], *d_at;
static float4 *d_out;

static float texel(int x, int y, int z)
{
    return texels[z][y][x];
}

// ---- The reference: one coordinate gives two indices and a fraction.
struct along {
    int index[2]; // -1: the border
    double fraction;
};
static int inside(int i, int n, int mode)
{
    if (mode == cudaAddressModeBorder)
        return i < 0 || i >= n ? -1 : i;
    if (mode == cudaAddressModeWrap)
        return ((i % n) + n) % n;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}
static along split(float x, int n, const cudaTextureDesc *how, int dimension)
{
    int mode = how->addressMode[dimension];
    double at = isnan(x) ? 0 : x;
    if (how->normalizedCoords && mode == cudaAddressModeMirror) {
        at = fabs(at - 2 * floor(at / 2 + 0.5)); // a wave between 0 and 1
        mode = cudaAddressModeClamp;
    }
    if (!how->normalizedCoords && mode != cudaAddressModeBorder)
        mode = cudaAddressModeClamp;
    at *= how->normalizedCoords ? n : 1;
    if (how->filterMode == cudaFilterModePoint) {
        const int i = inside((int)floor(at), n, mode);
        return {{i, i}, 0};
    }
    at = floor((at - 0.5) * 256 + 0.5) / 256;
    const int i = (int)floor(at);
    return {{inside(i, n, mode), inside(i + 1, n, mode)}, at - i};
}
static double expected(const cudaTextureDesc *how, const int n[3], const float *at)
{
    along a[3];
    double sum = 0;
    for (int k = 0; k < 3; k++)
        a[k] = n[k] ? split(at[k], n[k], how, k) : along{{0, 0}, 0};
    for (int corner = 0; corner < 8; corner++) {
        const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        const int x = a[0].index[i], y = a[1].index[j], z = a[2].index[k];
        const double weight = (i ? a[0].fraction : 1 - a[0].fraction) *
                              (j ? a[1].fraction : 1 - a[1].fraction) *
                              (k ? a[2].fraction : 1 - a[2].fraction);
        sum +=
            weight * (x < 0 || y < 0 || z < 0 ? how->borderColor[0] : texel(x, y, z));
    }
    return sum;
}

// ---- Arrays of each shape, with every mode.
static void run(int call, cudaTextureObject_t t, const float *at, float4 *out)
{
    HOST_IS(cudaMemcpyToSymbol(constant_texture, &t, sizeof t), cudaSuccess);
    cudaMemcpy(d_at, at, 3 * POINTS * sizeof *at, cudaMemcpyHostToDevice);
    fetch<<<1, POINTS>>>(call, sources{t}, d_at, d_out);
    HOST_IS(cudaMemcpy(out, d_out, POINTS * sizeof *out, cudaMemcpyDeviceToHost),
            cudaSuccess);
}

// Coordinates around the texture, none at the edge of a texel.
static void points(float *at, const int n[3], bool normalized)
{
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 3; k++) {
            const int size = n[k] ? n[k] : 1;
            const int eighths = (i * (5 + 2 * k) + 3 * k) % (3 * 8 * size) - 8 * size;
            const float x = eighths / 8.0f + 1 / 16.0f;
            at[3 * i + k] = normalized ? x / size : x;
        }
    at[0] = NAN;
}

static void modes(int call, cudaArray_t array, const int n[3], bool layered)
{
    float at[3 * POINTS];
    float4 out[POINTS];
    for (int mode = 0; mode < 4; mode++)
        for (int flags = 0; flags < 4; flags++) {
            cudaResourceDesc resource = {};
            cudaTextureDesc how = {}, got;
            cudaTextureObject_t t = 0;
            resource.resType = cudaResourceTypeArray;
            resource.res.array.array = array;
            for (int k = 0; k < 3 && n[k]; k++) // a GPU looks at them all
                how.addressMode[k] = (cudaTextureAddressMode)mode;
            how.filterMode = flags & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
            how.normalizedCoords = flags >> 1;
            how.borderColor[0] = 1000;
            HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
            HOST_IS(cudaGetTextureObjectTextureDesc(&got, t) == cudaSuccess &&
                        got.filterMode == how.filterMode,
                    true);
            points(at, n, flags >> 1);
            if (layered)
                for (int i = 0; i < POINTS; i++)
                    at[3 * i + 2] = i % (D + 2) - 1; // also outside: it is clamped
            run(call, t, at, out);
            for (int i = 0; i < POINTS; i++) {
                float place[3] = {at[3 * i], at[3 * i + 1], at[3 * i + 2]};
                cudaTextureDesc of = how;
                double want;
                if (layered) {
                    const int layer = (int)place[2];
                    // a layer is the texture of two dimensions at this depth
                    const int size[3] = {n[0], n[1], 0};
                    float saved[H][W];
                    memcpy(saved, texels[0], sizeof saved);
                    memmove(texels[0],
                            texels[layer < 0    ? 0
                                   : layer >= D ? D - 1
                                                : layer],
                            sizeof saved);
                    want = expected(&of, size, place);
                    memcpy(texels[0], saved, sizeof saved);
                } else {
                    want = expected(&of, n, place);
                }
                HOST_IS(fabs(out[i].x - want) <= 0.02 + 1e-5 * fabs(want), true);
            }
            HOST_IS(cudaDestroyTextureObject(t), cudaSuccess);
        }
}

#endif
