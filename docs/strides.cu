// What one load of one warp costs, for several patterns of addresses: 32-byte sectors
// in global memory, wavefronts in shared memory. The tables of docs/gpu.md are its
// output.
//
//   make strides
//
// Add a pattern of your own to the list, or try a wider type.
#include "probe.h"

#include <stdio.h>

enum { LANES = 32, WORDS = 33 * LANES };

template <class T> __global__ void from_global(const int *index, const T *x, T *out)
{
    out[threadIdx.x] = x[index[threadIdx.x]];
}

template <class T> __global__ void from_shared(const int *index, T *out)
{
    __shared__ T x[WORDS];
    for (int i = threadIdx.x; i < WORDS; i += LANES)
        x[i] = T();
    __syncthreads(); // x is set
    out[threadIdx.x] = x[index[threadIdx.x]];
}

static const struct {
    const char *name;
    int (*index)(int lane);
} patterns[] = {
    {"x[i]", [](int i) { return i; }},
    {"x[31 - i]", [](int i) { return 31 - i; }},
    {"x[i + 1]", [](int i) { return i + 1; }},
    {"x[0]", [](int) { return 0; }},
    {"x[2 * i]", [](int i) { return 2 * i; }},
    {"x[4 * i]", [](int i) { return 4 * i; }},
    {"x[8 * i]", [](int i) { return 8 * i; }},
    {"x[32 * i]", [](int i) { return 32 * i; }},
    {"x[33 * i]", [](int i) { return 33 * i; }},
};

/* The counters of what was launched since the last call. */
static struct counters take()
{
    struct counters c;
    if (cudaDeviceSynchronize() != cudaSuccess)
        exit(1);
    probe_counters(&c);
    probe_reset();
    return c;
}

template <class T>
static void measure(const char *name, const int *index, const float4 *in, float4 *out)
{
    probe_reset();
    from_global<<<1, LANES>>>(index, (const T *)in, (T *)out);
    /* Less the load of index, 32 neighbours. */
    unsigned long sectors = take().global_load_sectors - 4;
    from_shared<<<1, LANES>>>(index, (T *)out);
    printf("%-12s %4d %9lu %11lu\n", name, (int)sizeof(T), sectors,
           (unsigned long)take().shared_load_wavefronts);
}

int main()
{
    int host[LANES], *index;
    float4 *in, *out;
    if (!probe_available()) {
        fprintf(stderr, "strides: only the emulator counts: build it with emucc\n");
        return 2;
    }
    cudaMalloc(&index, sizeof host);
    cudaMalloc(&in, WORDS * sizeof *in);
    cudaMalloc(&out, LANES * sizeof *out);
    cudaMemset(in, 0, WORDS * sizeof *in);
    printf("%-12s %4s %9s %11s\n", "lane i loads", "size", "sectors", "wavefronts");
    for (auto &pattern : patterns) {
        for (int i = 0; i < LANES; i++)
            host[i] = pattern.index(i);
        cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
        measure<float>(pattern.name, index, in, out);
        if (pattern.index(1) == 1)
            measure<float4>(pattern.name, index, in, out);
    }
    return 0;
}
