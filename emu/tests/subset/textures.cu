// Textures: each function, address mode, filter and format, against values that the
// host computes from the definitions in the CUDA C++ Programming Guide (Texture
// Fetching).
#include "textures/memory.h"

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
