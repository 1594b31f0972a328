/* Textures of arrays, and of memory. */
#ifndef TEXTURES_MEMORY_H
#define TEXTURES_MEMORY_H

#include "expected.h"

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

#endif
