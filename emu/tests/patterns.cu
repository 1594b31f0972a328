// One warp, one load of 4, 8 or 16 bytes per lane, from shared and from global memory,
// in many patterns; one launch each, so that Nsight Compute's figures for the launches
// can be compared with the emulator's, in the order in which they are printed.
//
//   on the emulator:  prints pattern, bytes, shared wavefronts, global sectors
//   on a GPU:         ncu --metrics ... ./patterns
#include "probe.h"

#include <stdio.h>

#define LANES 32

template <class T> __global__ void shared_load(const int *index, float *out)
{
    __shared__ T tile[LANES * 32];
    for (int i = threadIdx.x; i < LANES * 32 * (int)(sizeof(T) / 4); i += LANES)
        ((volatile float *)tile)[i] = i;
    __syncthreads(); // tile is full
    T v = tile[index[threadIdx.x]];
    const float *part = (const float *)&v;
    float sum = 0;
    for (int i = 0; i < (int)(sizeof(T) / 4); i++)
        sum += part[i];
    out[threadIdx.x] = sum;
}

template <class T>
__global__ void global_load(const int *index, const T *in, float *out)
{
    T v = in[index[threadIdx.x]];
    const float *part = (const float *)&v;
    float sum = 0;
    for (int i = 0; i < (int)(sizeof(T) / 4); i++)
        sum += part[i];
    out[threadIdx.x] = sum;
}

static const struct {
    const char *name;
    int (*index)(int lane);
} patterns[] = {
    {"i", [](int i) { return i; }},
    {"0", [](int) { return 0; }},
    {"i/2", [](int i) { return i / 2; }},
    {"i/4", [](int i) { return i / 4; }},
    {"i/8", [](int i) { return i / 8; }},
    {"i/16", [](int i) { return i / 16; }},
    {"i%2", [](int i) { return i % 2; }},
    {"i%4", [](int i) { return i % 4; }},
    {"i%8", [](int i) { return i % 8; }},
    {"i%16", [](int i) { return i % 16; }},
    {"2i", [](int i) { return i * 2; }},
    {"3i", [](int i) { return i * 3; }},
    {"4i", [](int i) { return i * 4; }},
    {"8i", [](int i) { return i * 8; }},
    {"32i", [](int i) { return i * 31; }},
    {"i^1", [](int i) { return i ^ 1; }},
    {"i^8", [](int i) { return i ^ 8; }},
    {"31-i", [](int i) { return 31 - i; }},
    {"i/8*32", [](int i) { return i / 8 * 32; }},
    {"i/16*32", [](int i) { return i / 16 * 32; }},
    {"i%8*32", [](int i) { return i % 8 * 32; }},
    {"i/2*2", [](int i) { return i / 2 * 2; }},
    {"i/4*8+i%4", [](int i) { return i / 4 * 8 + i % 4; }},
    {"i%16+i/16*16*2", [](int i) { return i % 16 + i / 16 * 32; }},
};

static struct counters take()
{
    struct counters c;
    probe_counters(&c);
    probe_reset();
    return c;
}

template <class T>
static void run(const char *name, const int *index, void *in, float *out)
{
    probe_reset();
    shared_load<T><<<1, LANES>>>(index, out);
    struct counters shared = take();
    global_load<T><<<1, LANES>>>(index, (const T *)in, out);
    struct counters global = take();
    cudaDeviceSynchronize();
    // Less the load of index.
    printf("%s\t%d\t%lu\t%lu\n", name, (int)sizeof(T), shared.shared_load_wavefronts,
           global.global_load_sectors - 4);
}

int main()
{
    int host[LANES], *index;
    float *in, *out;
    cudaMalloc(&index, sizeof host);
    cudaMalloc(&in, LANES * 32 * sizeof(float4));
    cudaMalloc(&out, LANES * sizeof(float));
    cudaMemset(in, 0, LANES * 32 * sizeof(float4));
    printf("pattern\tbytes\tshared_wavefronts\tglobal_sectors\n");
    for (auto &pattern : patterns) {
        for (int i = 0; i < LANES; i++)
            host[i] = pattern.index(i);
        cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
        run<float>(pattern.name, index, in, out);
        run<float2>(pattern.name, index, in, out);
        run<float4>(pattern.name, index, in, out);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
