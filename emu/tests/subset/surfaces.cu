// Surfaces: each function and boundary mode; textures of what a surface wrote; memory
// and copies of three dimensions.
#include <string.h>

#include "expect.h"

enum { W = 8, H = 6, D = 4 };

static cudaArray_t make(const cudaChannelFormatDesc desc, int width, int height,
                        int depth, unsigned flags)
{
    cudaArray_t array = NULL;
    HOST_IS(cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, height, depth),
                              flags | cudaArraySurfaceLoadStore),
            cudaSuccess);
    return array;
}
static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource = {}, got;
    cudaSurfaceObject_t s = 0;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    HOST_IS(cudaCreateSurfaceObject(&s, &resource), cudaSuccess);
    HOST_IS(cudaGetSurfaceObjectResourceDesc(&got, s) == cudaSuccess &&
                got.res.array.array == array,
            true);
    return s;
}

// ---- Each shape: a kernel writes, the next one reads.
__global__ void write1(cudaSurfaceObject_t s)
{
    surf1Dwrite((int)threadIdx.x * 3, s, threadIdx.x * 4);
}
__global__ void read1(cudaSurfaceObject_t s)
{
    const int x = threadIdx.x;
    int out;
    surf1Dread(&out, s, x * 4);
    IS(out, 3 * x);
    IS(surf1Dread<int>(s, x * 4), 3 * x);
    IS(surf1Dread<int>(s, -8, cudaBoundaryModeClamp), 0);
    IS(surf1Dread<int>(s, 4 * W + 4, cudaBoundaryModeClamp), 3 * (W - 1));
    IS(surf1Dread<int>(s, 4 * W, cudaBoundaryModeZero), 0);
    IS(surf1Dread<int>(s, -4, cudaBoundaryModeZero), 0);
}
__global__ void write2(cudaSurfaceObject_t s)
{
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(make_float4(x, y, x + y, 1), s, x * 16, y);
    surf2Dwrite(make_float4(9, 9, 9, 9), s, (x + W) * 16, y, cudaBoundaryModeZero);
    surf2Dwrite(make_float4(9, 9, 9, 9), s, x * 16, y - H, cudaBoundaryModeZero);
}
__global__ void read2(cudaSurfaceObject_t s)
{
    const int x = threadIdx.x, y = threadIdx.y;
    float4 v, w = surf2Dread<float4>(s, x * 16, y);
    surf2Dread(&v, s, (x - 2) * 16, y + 1, cudaBoundaryModeClamp);
    IS(w.x == x && w.y == y && w.z == x + y && w.w == 1, true);
    IS(v.x == max(x - 2, 0) && v.y == min(y + 1, H - 1), true);
    IS(surf2Dread<float>(s, x * 16 + 8, y), x + y); // part of an element
    IS(surf2Dread<float4>(s, x * 16, H, cudaBoundaryModeZero).w, 0);
}
__global__ void write3(cudaSurfaceObject_t s)
{
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite((unsigned char)(x + 10 * y + 60 * z), s, x, y, z);
}
__global__ void read3(cudaSurfaceObject_t s)
{
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    unsigned char v;
    surf3Dread(&v, s, x, y, z);
    IS(v, (unsigned char)(x + 10 * y + 60 * z));
    IS(surf3Dread<unsigned char>(s, x, y, z + D, cudaBoundaryModeClamp),
       (unsigned char)(x + 10 * y + 60 * (D - 1)));
    IS(surf3Dread<unsigned char>(s, x, y, -1, cudaBoundaryModeZero), 0);
}
__global__ void write_layers(cudaSurfaceObject_t one, cudaSurfaceObject_t two)
{
    const int x = threadIdx.x, y = threadIdx.y, layer = threadIdx.z;
    if (y == 0)
        surf1DLayeredwrite((short)(x - 100 * layer), one, 2 * x, layer);
    surf2DLayeredwrite(make_int2(x + 10 * y, layer), two, 8 * x, y, layer);
}
__global__ void read_layers(cudaSurfaceObject_t one, cudaSurfaceObject_t two)
{
    const int x = threadIdx.x, y = threadIdx.y, layer = threadIdx.z;
    int2 v;
    short s;
    surf2DLayeredread(&v, two, 8 * x, y, layer);
    surf1DLayeredread(&s, one, 2 * x, layer);
    IS(v.x == x + 10 * y && v.y == layer, true);
    IS(s, x - 100 * layer);
    IS(surf1DLayeredread<short>(one, 2 * x, layer), s);
    IS(surf2DLayeredread<int2>(two, 8 * x, y, layer).y, layer);
}
static void shapes(void)
{
    const dim3 two(W, H), three(W, H, D);
    cudaArray_t a = make(cudaCreateChannelDesc<int>(), W, 0, 0, 0);
    cudaSurfaceObject_t s = surface_of(a), t;
    write1<<<1, W>>>(s);
    read1<<<1, W>>>(s);
    HOST_IS(cudaDestroySurfaceObject(s), cudaSuccess);
    cudaFreeArray(a);

    a = make(cudaCreateChannelDesc<float4>(), W, H, 0, 0);
    s = surface_of(a);
    write2<<<1, two>>>(s);
    read2<<<1, two>>>(s);
    cudaDestroySurfaceObject(s);
    cudaFreeArray(a);

    a = make(cudaCreateChannelDesc<unsigned char>(), W, H, D, 0);
    s = surface_of(a);
    write3<<<1, three>>>(s);
    read3<<<1, three>>>(s);
    cudaDestroySurfaceObject(s);
    cudaFreeArray(a);

    a = make(cudaCreateChannelDesc<short>(), W, 0, D, cudaArrayLayered);
    cudaArray_t b = make(cudaCreateChannelDesc<int2>(), W, H, D, cudaArrayLayered);
    s = surface_of(a);
    t = surface_of(b);
    write_layers<<<1, three>>>(s, t);
    read_layers<<<1, three>>>(s, t);
    cudaDestroySurfaceObject(s);
    cudaDestroySurfaceObject(t);
    cudaFreeArray(a);
    cudaFreeArray(b);
}

// ---- A surface, and a texture of the same array.
__global__ void square(cudaTextureObject_t in, cudaSurfaceObject_t out)
{
    const int x = threadIdx.x, y = threadIdx.y;
    const float v = tex2D<float>(in, x + 0.5f, y + 0.5f);
    surf2Dwrite(v * v, out, x * 4, y);
}
static void both(void)
{
    float host[H][W];
    cudaArray_t a = make(cudaCreateChannelDesc<float>(), W, H, 0, 0),
                b = make(cudaCreateChannelDesc<float>(), W, H, 0, 0);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t;
    for (int i = 0; i < W * H; i++)
        host[i / W][i % W] = i;
    HOST_IS(cudaMemcpy2DToArray(a, 0, 0, host, sizeof host[0], sizeof host[0], H,
                                cudaMemcpyHostToDevice),
            cudaSuccess);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    HOST_IS(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaSuccess);
    const cudaSurfaceObject_t s = surface_of(b);
    square<<<1, dim3(W, H)>>>(t, s);
    HOST_IS(cudaMemcpy2DFromArray(host, sizeof host[0], b, 0, 0, sizeof host[0], H,
                                  cudaMemcpyDeviceToHost),
            cudaSuccess);
    for (int i = 0; i < W * H; i++)
        HOST_IS(host[i / W][i % W], i * i);
    cudaDestroyTextureObject(t);
    cudaDestroySurfaceObject(s);
    cudaFreeArray(a);
    cudaFreeArray(b);
}

// ---- Memory of three dimensions.
__global__ void add_one(cudaPitchedPtr p)
{
    char *slice = (char *)p.ptr + threadIdx.z * p.pitch * p.ysize;
    ((int *)(slice + threadIdx.y * p.pitch))[threadIdx.x] += 1;
}
static void boxes(void)
{
    int host[D][H][W], part[2][3][4];
    cudaPitchedPtr p;
    const cudaExtent whole = make_cudaExtent(W * sizeof(int), H, D);
    for (int i = 0; i < W * H * D; i++)
        (&host[0][0][0])[i] = i;
    HOST_IS(cudaMalloc3D(&p, whole), cudaSuccess);
    HOST_IS(p.pitch >= W * sizeof(int) && p.xsize == W * sizeof(int) && p.ysize == H,
            true);
    HOST_IS(cudaMemset3D(p, 0x11, whole), cudaSuccess);
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(host, sizeof host[0][0], W, H);
    c.dstPtr = p;
    c.extent = make_cudaExtent(W * sizeof(int), H, D - 1); // the last slice stays
    c.kind = cudaMemcpyHostToDevice;
    HOST_IS(cudaMemcpy3DAsync(&c), cudaSuccess);
    add_one<<<1, dim3(W, H, D)>>>(p);
    c = {};
    c.srcPtr = p;
    c.dstPtr = make_cudaPitchedPtr(host, sizeof host[0][0], W, H);
    c.extent = whole;
    c.kind = cudaMemcpyDeviceToHost;
    HOST_IS(cudaMemcpy3D(&c), cudaSuccess);
    for (int i = 0; i < W * H * D; i++)
        HOST_IS((&host[0][0][0])[i], i / (W * H) == D - 1 ? 0x11111112 : i + 1);

    // A part, by way of an array, whose positions are in elements.
    cudaArray_t a = make(cudaCreateChannelDesc<int>(), W, H, D, 0);
    c = {};
    c.srcPtr = p;
    c.srcPos = make_cudaPos(2 * sizeof(int), 1, 0);
    c.dstArray = a;
    c.dstPos = make_cudaPos(3, 2, 1);
    c.extent = make_cudaExtent(4, 3, 2);
    c.kind = cudaMemcpyDeviceToDevice;
    HOST_IS(cudaMemcpy3D(&c), cudaSuccess);
    c = {};
    c.srcArray = a;
    c.srcPos = make_cudaPos(3, 2, 1);
    c.dstPtr = make_cudaPitchedPtr(part, sizeof part[0][0], 4, 3);
    c.extent = make_cudaExtent(4, 3, 2);
    c.kind = cudaMemcpyDeviceToHost;
    HOST_IS(cudaMemcpy3D(&c), cudaSuccess);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 4; x++)
                HOST_IS(part[z][y][x], host[z][y + 1][x + 2]);
    HOST_IS(cudaMemset3DAsync(p, 0, whole), cudaSuccess);
    c.srcPos = make_cudaPos(5, 4, 1);
    HOST_IS(cudaMemcpy3D(&c), cudaErrorInvalidValue); // past the array's end
    c = {};
    c.extent = whole;
    HOST_IS(cudaMemcpy3D(&c) != cudaSuccess, true);
    cudaGetLastError();
    cudaFreeArray(a);
    HOST_IS(cudaFree(p.ptr), cudaSuccess);
}

// ---- The deprecated copies, which go on from row to row.
static void rows(void)
{
#if defined __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<short>();
    short host[H * W], back[H * W];
    cudaArray_t a = NULL;
    for (int i = 0; i < H * W; i++)
        host[i] = i;
    HOST_IS(cudaMallocArray(&a, &desc, W, H), cudaSuccess);
    HOST_IS(cudaMemcpyToArray(a, 0, 0, host, sizeof host, cudaMemcpyHostToDevice),
            cudaSuccess);
    HOST_IS(cudaMemcpyFromArray(back, a, 0, 0, sizeof back, cudaMemcpyDeviceToHost),
            cudaSuccess);
    HOST_IS(memcmp(host, back, sizeof host), 0);
    HOST_IS(cudaMemcpyFromArray(back, a, 4, 1, 40, cudaMemcpyDeviceToHost),
            cudaSuccess);
    HOST_IS(memcmp(host + W + 2, back, 40), 0);
    cudaFreeArray(a);
#if defined __GNUC__
#pragma GCC diagnostic pop
#endif
}

int main()
{
    shapes();
    both();
    boxes();
    rows();
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t plain = NULL;
    cudaMallocArray(&plain, &desc, W, H);
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t s;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = plain;
    HOST_IS(cudaCreateSurfaceObject(&s, &resource) != cudaSuccess, true);
    cudaGetLastError();
    cudaFreeArray(plain);
    return report();
}
