// Textures: each function, address mode, filter and format, against values that the
// host computes from the definitions in the CUDA C++ Programming Guide (Texture
// Fetching).
#include <cuda_fp16.h>
#include <math.h>
#include <string.h>

#include "expect.h"

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

static cudaArray_t make(int width, int height, int depth, unsigned flags)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array = NULL;
    cudaMemcpy3DParms p = {};
    HOST_IS(
        cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, height, depth), flags),
        cudaSuccess);
    p.srcPtr = make_cudaPitchedPtr(texels, sizeof texels[0][0], W, H);
    p.dstArray = array;
    p.extent = make_cudaExtent(width, height ? height : 1, depth ? depth : 1);
    p.kind = cudaMemcpyHostToDevice;
    HOST_IS(cudaMemcpy3D(&p), cudaSuccess);
    return array;
}

static void arrays(void)
{
    const int one[3] = {W, 0, 0}, two[3] = {W, H, 0}, three[3] = {W, H, D};
    cudaArray_t a = make(W, 0, 0, 0);
    modes(TEX1D, a, one, false);
    HOST_IS(cudaFreeArray(a), cudaSuccess);
    a = make(W, H, 0, 0);
    modes(TEX2D, a, two, false);
    cudaFreeArray(a);
    a = make(W, H, D, 0);
    modes(TEX3D, a, three, false);
    cudaFreeArray(a);
    a = make(W, 0, D, cudaArrayLayered);
    modes(LAYERED1D, a, one, true);
    cudaFreeArray(a);
    a = make(W, H, D, cudaArrayLayered);
    modes(LAYERED2D, a, two, true);
    cudaFreeArray(a);
}

// ---- Gather, linear memory, memory with a pitch.
static void gather(void)
{
    cudaArray_t a = make(W, H, 0, cudaArrayTextureGather);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    float at[3 * POINTS];
    float4 out[POINTS];
    const int n[3] = {W, H, 0};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    points(at, n, false);
    run(GATHER, t, at, out);
    for (int i = 1; i < POINTS; i++) {
        const int x = (int)floor(at[3 * i] - 0.5), y = (int)floor(at[3 * i + 1] - 0.5);
        const int x0 = inside(x, W, cudaAddressModeClamp),
                  x1 = inside(x + 1, W, cudaAddressModeClamp),
                  y0 = inside(y, H, cudaAddressModeClamp),
                  y1 = inside(y + 1, H, cudaAddressModeClamp);
        HOST_IS(out[i].x == texel(x0, y1, 0) && out[i].y == texel(x1, y1, 0) &&
                    out[i].z == texel(x1, y0, 0) && out[i].w == texel(x0, y0, 0),
                true);
    }
    cudaDestroyTextureObject(t);
    cudaFreeArray(a);
}

static void memory(void)
{
    cudaResourceDesc resource = {}, got;
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    float at[3 * POINTS] = {}, *linear, *pitched;
    float4 out[POINTS];
    size_t pitch;
    cudaMalloc(&linear, sizeof texels[0]);
    cudaMemcpy(linear, texels[0], sizeof texels[0], cudaMemcpyHostToDevice);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = linear;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof texels[0];
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    HOST_IS(cudaGetTextureObjectResourceDesc(&got, t) == cudaSuccess &&
                got.res.linear.devPtr == linear,
            true);
    for (int i = 0; i < POINTS; i++)
        at[3 * i] = 2 * i - 10;
    run(FETCH, t, at, out);
    for (int i = 0; i < POINTS; i++) {
        const int k = 2 * i - 10;
        HOST_IS(out[i].x, k < 0 || k >= W * H ? 0 : texels[0][k / W][k % W]);
    }
    cudaDestroyTextureObject(t);
    cudaFree(linear);

    cudaMallocPitch(&pitched, &pitch, W * sizeof(float), H);
    cudaMemcpy2D(pitched, pitch, texels[0], sizeof texels[0][0], W * sizeof(float), H,
                 cudaMemcpyHostToDevice);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = W;
    resource.res.pitch2D.height = H;
    resource.res.pitch2D.pitchInBytes = pitch;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    const int n[3] = {W, H, 0};
    points(at, n, false);
    run(TEX2D, t, at, out);
    for (int i = 0; i < POINTS; i++)
        HOST_IS(fabs(out[i].x - expected(&how, n, at + 3 * i)) <= 0.02, true);
    cudaDestroyTextureObject(t);
    cudaFree(pitched);
}

// ---- Formats: each texel type, as it is and as a normalized float.
template <class T> __global__ void element(cudaTextureObject_t t, T *out)
{
    out[threadIdx.x] = tex1Dfetch<T>(t, threadIdx.x);
}
template <class F> __global__ void normalized(cudaTextureObject_t t, F *out)
{
    out[threadIdx.x] = tex1Dfetch<F>(t, threadIdx.x);
}
template <class T>
static cudaTextureObject_t bind(T *memory, int n, cudaTextureReadMode mode,
                                cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>())
{
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = desc;
    resource.res.linear.sizeInBytes = n * sizeof(T);
    how.readMode = mode;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    return t;
}
template <class T> static void format(void)
{
    unsigned char bytes[16 * sizeof(T)];
    T host[16], *in, *out;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37 % 120);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    const cudaTextureObject_t t = bind(in, 16, cudaReadModeElementType);
    element<<<1, 16>>>(t, out);
    HOST_IS(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(memcmp(host, bytes, sizeof bytes), 0);
    cudaDestroyTextureObject(t);
    cudaFree(in);
    cudaFree(out);
}
template <class T> static void norm(double most, bool is_signed)
{
    T host[64], *in;
    float got[64], *out;
    for (int i = 0; i < 64; i++)
        host[i] = (T)(i * 1031 - (is_signed ? 32768 : 0));
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    const cudaTextureObject_t t = bind(in, 64, cudaReadModeNormalizedFloat);
    normalized<<<1, 64>>>(t, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        HOST_IS(fabs(got[i] - fmax(host[i] / most, -1)) < 1e-6, true);
    cudaDestroyTextureObject(t);
    cudaFree(in);
    cudaFree(out);
}
__global__ void halves(cudaTextureObject_t t, float2 *out)
{
    out[threadIdx.x] = tex1Dfetch<float2>(t, threadIdx.x);
}
static void formats(void)
{
    format<char>();
    format<signed char>();
    format<unsigned char>();
    format<char1>();
    format<uchar2>();
    format<char4>();
    format<uchar4>();
    format<short>();
    format<ushort1>();
    format<short2>();
    format<ushort4>();
    format<int>();
    format<unsigned>();
    format<uint1>();
    format<int2>();
    format<uint4>();
    format<float>();
    format<float1>();
    format<float2>();
    format<float4>();
    norm<unsigned char>(255, false);
    norm<signed char>(127, true);
    norm<unsigned short>(65535, false);
    norm<short>(32767, true);

    const unsigned short bits[4] = {0x3c00, 0xc100, 0x0001,
                                    0x7bff}; // 1 -2.5 2^-24 65504
    unsigned short *in;
    float2 got[2], *out;
    cudaMalloc(&in, sizeof bits);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(in, bits, sizeof bits, cudaMemcpyHostToDevice);
    const cudaTextureObject_t t =
        bind(in, 4, cudaReadModeElementType, cudaCreateChannelDescHalf2());
    halves<<<1, 2>>>(t, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    HOST_IS(got[0].x == 1 && got[0].y == -2.5f && got[1].x == ldexp(1, -24) &&
                got[1].y == 65504,
            true);
    cudaDestroyTextureObject(t);
    cudaFree(in);
    cudaFree(out);
    const cudaChannelFormatDesc d = cudaCreateChannelDesc<ushort4>(),
                                h = cudaCreateChannelDesc<half>();
    HOST_IS(d.x == 16 && d.w == 16 && d.f == cudaChannelFormatKindUnsigned, true);
    HOST_IS(h.x == 16 && h.y == 0 && h.f == cudaChannelFormatKindFloat, true);
}

// ---- What the API refuses, and tells of arrays.
static void api(void)
{
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float2>(), got;
    const cudaChannelFormatDesc odd =
        cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
    cudaExtent extent;
    unsigned flags;
    cudaArray_t a = NULL;
    HOST_IS(cudaMallocArray(&a, &odd, 4, 4) != cudaSuccess, true);
    HOST_IS(cudaMallocArray(&a, &desc, 0, 4), cudaErrorInvalidValue);
    HOST_IS(cudaMallocArray(&a, &desc, 8, 4, cudaArraySurfaceLoadStore), cudaSuccess);
    HOST_IS(cudaArrayGetInfo(&got, &extent, &flags, a), cudaSuccess);
    HOST_IS(got.x == 32 && got.y == 32 && got.z == 0, true);
    HOST_IS(extent.width == 8 && extent.height == 4 && extent.depth == 0, true);
    HOST_IS(flags == cudaArraySurfaceLoadStore, true);
    HOST_IS(cudaGetChannelDesc(&got, a) == cudaSuccess && got.y == 32, true);

    float2 host[4][8], back[4][8];
    for (int i = 0; i < 32; i++)
        host[i / 8][i % 8] = make_float2(i, -i);
    HOST_IS(cudaMemcpy2DToArray(a, 0, 0, host, sizeof host[0], sizeof host[0], 4,
                                cudaMemcpyHostToDevice),
            cudaSuccess);
    HOST_IS(cudaMemcpy2DToArray(a, 8, 0, host, sizeof host[0], sizeof host[0], 4,
                                cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
    HOST_IS(cudaMemcpy2DFromArrayAsync(back, sizeof back[0], a, 0, 0, sizeof host[0], 4,
                                       cudaMemcpyDeviceToHost),
            cudaSuccess);
    cudaDeviceSynchronize();
    HOST_IS(memcmp(host, back, sizeof host), 0);

    cudaArray_t b = NULL;
    cudaMallocArray(&b, &desc, 8, 4);
    HOST_IS(cudaMemcpy2DArrayToArray(b, 8, 1, a, 0, 0, 56, 3), cudaSuccess);
    HOST_IS(cudaMemcpy2DFromArray(back, sizeof back[0], b, 8, 1, 56, 3,
                                  cudaMemcpyDeviceToHost),
            cudaSuccess);
    HOST_IS(memcmp(host[2], back[2], 56), 0);
    cudaFreeArray(b);
    HOST_IS(cudaFreeArray(a) == cudaSuccess && cudaFreeArray(NULL) == cudaSuccess,
            true);

    char *p;
    cudaMalloc(&p, 4096);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = p + 4;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = 64;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL) != cudaSuccess, true);
    resource.res.linear.devPtr = p + 512;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    HOST_IS(cudaDestroyTextureObject(t), cudaSuccess);
    cudaFree(p);
    int value;
    HOST_IS(cudaDeviceGetAttribute(&value, cudaDevAttrTexturePitchAlignment, 0) ==
                    cudaSuccess &&
                value == 32,
            true);
    cudaGetLastError();
}

// ---- Mirrored at the edges of texels: 0 1 ... n-1 n-1 ... 1 0.
static void mirror(void)
{
    static const float at[8] = {-1, -0.5, -0.25, 0, 0.25, 1, 1.25, 2};
    static const int index[8] = {3, 1, 0, 0, 1, 3, 2, 0};
    float places[3 * POINTS] = {};
    float4 out[POINTS];
    cudaArray_t a = make(4, 0, 0, 0);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    how.addressMode[0] = cudaAddressModeMirror;
    how.normalizedCoords = 1;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    for (int i = 0; i < 8; i++)
        places[3 * i] = at[i];
    run(TEX1D, t, places, out);
    for (int i = 0; i < 8; i++)
        HOST_IS(out[i].x, texel(index[i], 0, 0));
    cudaDestroyTextureObject(t);
    cudaFreeArray(a);
}

int main()
{
    for (int i = 0; i < W * H * D; i++)
        (&texels[0][0][0])[i] = (i * 7919) % 101;
    cudaMalloc(&d_at, 3 * POINTS * sizeof *d_at);
    cudaMalloc(&d_out, POINTS * sizeof *d_out);
    arrays();
    gather();
    memory();
    formats();
    api();
    mirror();
    return report();
}
