/* How long a warp waits: for one lane that chases pointers, each load's address the
   value of the one before; for tiles; at barriers; for a launch. */
#ifndef MICROBENCH_LATENCIES_CUH
#define MICROBENCH_LATENCIES_CUH

#include <stdlib.h>

#include "kernels.cuh"
#include "timing.cuh"

static size_t common_divisor(size_t a, size_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* A chain through `bytes` of memory, a step of `stride` bytes a link. */
static unsigned *chain_of(size_t bytes, size_t stride)
{
    size_t n = bytes / sizeof(unsigned), links = bytes / stride;
    unsigned *host = (unsigned *)calloc(n, sizeof *host);
    if (!host) {
        fprintf(stderr, "microbench: out of memory\n");
        exit(2);
    }
    /* Steps of about five eighths of the whole, so that nothing fetches ahead, and that
       lead to every link. */
    size_t step = links * 5 / 8;
    while (common_divisor(links, step) != 1)
        step++;
    for (size_t i = 0; i < links; i++)
        host[i * stride / 4] = (unsigned)((i + step) % links * (stride / 4));
    CUDA_CHECK(cudaMemcpy(memory, host, bytes, cudaMemcpyHostToDevice));
    free(host);
    CUDA_CHECK(cudaMemset(memory + MEMORY - 64, 0, 64)); /* begin at the first link */
    return (unsigned *)memory;
}

static void measure_latencies(size_t l2)
{
    unsigned *out = (unsigned *)(memory + MEMORY - 64);
    row("shared_latency",
        least_clocks([=] { chase_shared<<<1, 1>>>(out, CHASE, clocks); }), "cycle",
        "measured: one thread, each load's address the value of the last");
    unsigned *chain = chain_of(16 << 10, 128);
    row("l1_latency",
        least_clocks([=] { chase<true><<<1, 1>>>(chain, 256, CHASE, out, clocks); }),
        "cycle", "measured: likewise, 16 KiB");
    chain = chain_of(4 << 20, 256);
    row("l2_latency", least_clocks([=] {
            chase<false><<<1, 1>>>(chain, 4 << 12, CHASE, out, clocks);
        }),
        "cycle", "measured: likewise, 4 MiB past L1");
    size_t bytes = 8 * l2 < MEMORY / 2 ? 8 * l2 : MEMORY / 2;
    chain = chain_of(bytes, 4096);
    row("dram_latency",
        least_clocks([=] { chase<false><<<1, 1>>>(chain, 0, CHASE, out, clocks); }),
        "cycle", "measured: likewise, in many times the size of L2");
    row("l2_round", least_clocks([=] {
            copy_tiles<<<sms, 256>>>((float4 *)memory, 16, 256, (float *)out, clocks);
        }),
        "cycle",
        "measured: 4 KiB of L2 into shared memory, by 256 threads that then wait");
    row("dram_round", least_clocks([=] {
            copy_tiles<<<sms, 256>>>((float4 *)memory, 1024, 1024, (float *)out,
                                     clocks);
        }),
        "cycle", "measured: likewise, 4 KiB that are not in L2");
    double few = least_clocks([=] { wait_together<<<sms, 128>>>(CHASE, clocks); });
    double many = least_clocks([=] { wait_together<<<sms, 1024>>>(CHASE, clocks); });
    row("barrier_warp", (many - few) / 28, "cycle/warp",
        "measured: __syncthreads() of 32 warps less that of 4");
    row("barrier", few - (many - few) / 7, "cycle", "measured: likewise, what is left");
}

/* The largest chain that L1 holds. */
static void measure_l1(void)
{
    unsigned *out = (unsigned *)(memory + MEMORY - 64);
    size_t bytes = 16 << 10, step = 4 << 10;
    double least = 0;
    for (;; bytes += step) {
        unsigned *chain = chain_of(bytes, 128);
        double took = least_clocks([=] {
            chase<true><<<1, 1>>>(chain, (int)(bytes / 128), CHASE, out, clocks);
        });
        least = least > 0 ? least : took;
        if (took > 1.25 * least)
            break;
    }
    row("l1", (double)(bytes - step), "byte/SM",
        "measured: the longest chain of loads that stays in L1");
}

/* Launches that wait in the stream while other work runs, as in the benchmark. */
static void measure_next_launch(void)
{
    const int more = 8;
    const auto busy = [] { CUDA_CHECK(cudaMemsetAsync(memory, 0, MEMORY, 0)); };
    const double one = seconds_after(busy, [] { empty<<<1, 32>>>(); });
    const double all = seconds_after(busy, [] {
        for (int i = 0; i <= more; i++)
            empty<<<1, 32>>>();
    });
    row("launch_next", 1e6 * (all - one) / more, "us",
        "measured: each of 8 more empty kernels, launched while the GPU is busy");
}

#endif
