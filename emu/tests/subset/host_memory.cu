// Memory by the runtime API: managed, pinned, pitched; copies of every kind, in one and
// two dimensions and to variables; and what each call says of bad arguments.
#include <stdlib.h>
#include <string.h>

#include "expect.h"

enum { N = 100 };

__device__ int numbers[4] = {1, 2, 3, 4};
__constant__ float scale = 1;

__global__ void scaled(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x] * scale;
}
__global__ void bump(int *p)
{
    p[threadIdx.x]++;
    numbers[threadIdx.x % 4] += 10 * (threadIdx.x < 4);
}

static void managed_memory(void)
{
    float *in, *out;
    HOST_IS(cudaMallocManaged(&in, N * sizeof *in), cudaSuccess);
    HOST_IS(cudaMallocManaged(&out, N * sizeof *out, cudaMemAttachGlobal), cudaSuccess);
    for (int round = 1; round < 3; round++) {
        for (int i = 0; i < N; i++)
            in[i] = i * round;
        scaled<<<1, N>>>(in, out);
        HOST_IS(cudaDeviceSynchronize(), cudaSuccess);
        for (int i = 0; i < N; i++)
            HOST_IS(out[i], i * round);
    }
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    HOST_IS(cudaMemPrefetchAsync(in, N * sizeof *in, device, 0, 0), cudaSuccess);
    HOST_IS(cudaMemAdvise(in, N * sizeof *in, cudaMemAdviseSetReadMostly, device),
            cudaSuccess);
    float host[N];
    HOST_IS(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(cudaMemcpy(in, host, sizeof host, cudaMemcpyDefault), cudaSuccess);
    HOST_IS(in[7], 14.0f);
    HOST_IS(cudaFree(in), cudaSuccess);
    HOST_IS(cudaFree(out), cudaSuccess);
    HOST_IS(cudaFree(NULL), cudaSuccess);
}

static void pinned_memory(void)
{
    float *in, *out, *seen;
    HOST_IS(cudaMallocHost(&in, N * sizeof *in), cudaSuccess);
    HOST_IS(cudaHostAlloc(&out, N * sizeof *out, cudaHostAllocMapped), cudaSuccess);
    HOST_IS(cudaHostGetDevicePointer(&seen, out, 0), cudaSuccess);
    for (int i = 0; i < N; i++)
        in[i] = i;
    scaled<<<1, N>>>(in, seen); // a kernel may touch it
    HOST_IS(cudaDeviceSynchronize(), cudaSuccess);
    HOST_IS(out[N - 1], N - 1.0f);
    float *d;
    cudaMalloc(&d, N * sizeof *d);
    HOST_IS(cudaMemcpyAsync(d, in, N * sizeof *d, cudaMemcpyHostToDevice), cudaSuccess);
    HOST_IS(cudaMemcpyAsync(out, d, N * sizeof *d, cudaMemcpyDeviceToHost, 0),
            cudaSuccess);
    cudaPointerAttributes a;
    HOST_IS(cudaPointerGetAttributes(&a, in), cudaSuccess);
    HOST_IS(a.type == cudaMemoryTypeHost && a.hostPointer == in, true);
    HOST_IS(cudaPointerGetAttributes(&a, d + 1), cudaSuccess);
    HOST_IS(a.type == cudaMemoryTypeDevice && a.device == 0 && a.hostPointer == NULL,
            true);
    HOST_IS(cudaPointerGetAttributes(&a, &a), cudaSuccess);
    HOST_IS(a.type, cudaMemoryTypeUnregistered);
    HOST_IS(cudaFreeHost(in), cudaSuccess);
    HOST_IS(cudaFreeHost(out), cudaSuccess);
    HOST_IS(cudaFreeHost(NULL), cudaSuccess);
    cudaFree(d);
}

static void two_dimensions(void)
{
    enum { WIDTH = 30, HEIGHT = 5 };
    char host[HEIGHT][40], back[HEIGHT][WIDTH], *d;
    size_t pitch;
    memset(host, 'x', sizeof host);
    for (int i = 0; i < HEIGHT; i++)
        memset(host[i], 'a' + i, WIDTH);
    HOST_IS(cudaMallocPitch(&d, &pitch, WIDTH, HEIGHT), cudaSuccess);
    HOST_IS(pitch >= WIDTH && pitch % 256 == 0, true);
    HOST_IS(cudaMemcpy2D(d, pitch, host, sizeof host[0], WIDTH, HEIGHT,
                         cudaMemcpyHostToDevice),
            cudaSuccess);
    HOST_IS(cudaMemset2D(d + 1, pitch, '-', 2, HEIGHT - 1), cudaSuccess);
    HOST_IS(cudaMemcpy2DAsync(back, WIDTH, d, pitch, WIDTH, HEIGHT,
                              cudaMemcpyDeviceToHost, 0),
            cudaSuccess);
    for (int i = 0; i < HEIGHT; i++) {
        HOST_IS(back[i][0] == 'a' + i && back[i][WIDTH - 1] == 'a' + i, true);
        HOST_IS(back[i][2], i < HEIGHT - 1 ? '-' : 'a' + i);
    }
    HOST_IS(
        cudaMemcpy2D(back, WIDTH - 1, d, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost),
        cudaErrorInvalidPitchValue);
    HOST_IS(
        cudaMemcpy2D(back, WIDTH, d, pitch, WIDTH, HEIGHT + 1, cudaMemcpyDeviceToHost),
        cudaErrorInvalidValue);
    HOST_IS(cudaGetLastError(), cudaErrorInvalidValue);
    HOST_IS(cudaGetLastError(), cudaSuccess);
    cudaFree(d);
    // So many rows that their bytes are no size_t.
    HOST_IS(cudaMallocPitch(&d, &pitch, 1, ((size_t)1 << 55) + 1) != cudaSuccess, true);
    HOST_IS(cudaGetLastError() != cudaSuccess, true);
}

static void variables(void)
{
    float two = 2, *in, *out, host[4] = {1, 2, 3, 4};
    int *address, four[4];
    size_t bytes;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    HOST_IS(cudaMemcpyToSymbol(scale, &two, sizeof two), cudaSuccess);
    scaled<<<1, 4>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    HOST_IS(host[3], 8.0f);
    HOST_IS(cudaGetSymbolAddress((void **)&address, numbers), cudaSuccess);
    HOST_IS(cudaGetSymbolSize(&bytes, numbers), cudaSuccess);
    HOST_IS(bytes, sizeof four);
    bump<<<1, 4>>>(address);
    HOST_IS(cudaMemcpyFromSymbol(four, numbers, sizeof four), cudaSuccess);
    HOST_IS(four[2], 3 + 1 + 10);
    HOST_IS(cudaMemcpy(four, address, 2 * sizeof(int), cudaMemcpyDeviceToHost),
            cudaSuccess);
    HOST_IS(cudaMemcpyFromSymbol(four, numbers, sizeof(int), 3 * sizeof(int)),
            cudaSuccess);
    HOST_IS(four[0], 4 + 1 + 10);
    HOST_IS(cudaMemset(address, 0, sizeof four), cudaSuccess);
    HOST_IS(cudaMemcpyFromSymbol(four, numbers, sizeof four + 1),
            cudaErrorInvalidValue);
    HOST_IS(cudaMemcpyToSymbol(numbers, four, sizeof(int), 4 * sizeof(int)),
            cudaErrorInvalidValue);
    HOST_IS(cudaMemcpyToSymbol(two, &two, sizeof two), cudaErrorInvalidSymbol);
    cudaFree(in);
    cudaFree(out);
}

static void bad_arguments(void)
{
    int host[4] = {0}, *d, *e;
    cudaMalloc(&d, sizeof host);
    cudaMalloc(&e, sizeof host);
    HOST_IS(cudaMalloc((void **)NULL, 4), cudaErrorInvalidValue);
    HOST_IS(cudaMalloc(&e, (size_t)1 << 60), cudaErrorMemoryAllocation);
    HOST_IS(cudaMallocManaged(&e, 0), cudaErrorInvalidValue);
    HOST_IS(cudaMallocManaged(&e, 4, 77), cudaErrorInvalidValue);
    HOST_IS(cudaMemcpy(d, host, sizeof host + 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
    HOST_IS(cudaMemcpy(d, NULL, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    HOST_IS(cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    HOST_IS(cudaMemcpy(host, d, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    HOST_IS(cudaMemset(d, 0, sizeof host + 1), cudaErrorInvalidValue);
    HOST_IS(cudaFree(host), cudaErrorInvalidValue);
    HOST_IS(cudaFree(d + 1), cudaErrorInvalidValue);
    HOST_IS(cudaFree(d), cudaSuccess);
    HOST_IS(cudaFree(d), cudaErrorInvalidValue);
    HOST_IS(cudaFreeHost(host), cudaErrorInvalidValue);
    HOST_IS(cudaMemPrefetchAsync(host, 4, cudaMemLocation{cudaMemLocationTypeDevice, 0},
                                 0, 0),
            cudaErrorInvalidValue);
    size_t total, before, after;
    HOST_IS(cudaMemGetInfo(&before, &total), cudaSuccess);
    cudaMalloc(&d, 64 << 20);
    HOST_IS(cudaMemGetInfo(&after, &total), cudaSuccess);
    HOST_IS(before - after >= 64 << 20 && total > before, true);
    cudaFree(d);
    cudaGetLastError();
}

int main()
{
    managed_memory();
    pinned_memory();
    two_dimensions();
    variables();
    bad_arguments();
    return report();
}
