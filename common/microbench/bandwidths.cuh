/* How many bytes move in a cycle or a second, on the chip and off it. */
#ifndef MICROBENCH_BANDWIDTHS_CUH
#define MICROBENCH_BANDWIDTHS_CUH

#include <math.h>

#include "kernels.cuh"
#include "timing.cuh"

static void measure_on_chip(void)
{
    const int rounds = 1024;
    double loads = rounds * 16.0 * THREADS / 32;
    row("l1_wavefronts", loads / least_clocks([=] {
                             read_l1<false><<<sms, THREADS>>>(
                                 (float *)memory, (float *)memory, rounds, clocks);
                         }),
        "wavefront/cycle/SM", "measured: 32 warps, 128 bytes of L1 a load");
    row("l1_bytes_wide", 512 * loads / least_clocks([=] {
                             read_l1<true><<<sms, THREADS>>>(
                                 (float *)memory, (float *)memory, rounds, clocks);
                         }),
        "byte/cycle/SM", "measured: as above, with float4");
    row("shared_bytes",
        128 * loads / least_clocks([=] {
            read_shared<float><<<sms, THREADS>>>((float *)memory, rounds, clocks);
        }),
        "byte/cycle/SM", "measured: 32 warps, 128 bytes of shared memory a load");
    row("shared_bytes_wide",
        512 * loads / least_clocks([=] {
            read_shared<float4><<<sms, THREADS>>>((float4 *)memory, rounds, clocks);
        }),
        "byte/cycle/SM", "measured: as above, with float4");
}

/* What reading takes longer while L2 writes to DRAM what it holds. */
static double seconds_for_written(size_t l2)
{
    char *const other = memory + MEMORY / 2;
    const size_t n = 4 * l2 / sizeof(float4);
    auto write = [=] { CUDA_CHECK(cudaMemsetAsync(other, 1, 2 * l2, 0)); };
    auto read = [=] {
        read_all<<<2 * sms, THREADS>>>((float4 *)memory, n, 1, (float *)memory);
    };
    const double written = seconds_after(write, read);
    const double clean = seconds_after(
        [=] {
            write();
            read_all<<<2 * sms, THREADS>>>((float4 *)(other + 2 * l2), n / 2, 1,
                                           (float *)memory);
        },
        read);
    return fmax(0, written - clean);
}

static void measure_off_chip(size_t l2)
{
    const size_t in_l2 = l2 / 3 / sizeof(float4);
    const size_t all = MEMORY / sizeof(float4);
    double once = seconds([=] {
        read_all<<<2 * sms, THREADS>>>((float4 *)memory, in_l2, 4, (float *)memory);
    });
    double often = seconds([=] {
        read_all<<<2 * sms, THREADS>>>((float4 *)memory, in_l2, 24, (float *)memory);
    });
    row("l2_bandwidth", 20.0 * in_l2 * sizeof(float4) / (often - once) * 1e-9, "GB/s",
        "measured: a third of L2 read again and again, past L1");
    once = seconds(
        [=] { read_all<<<1, THREADS>>>((float4 *)memory, 65536, 4, (float *)memory); });
    often = seconds([=] {
        read_all<<<1, THREADS>>>((float4 *)memory, 65536, 68, (float *)memory);
    });
    row("l2_sm_bandwidth", 64.0 * 65536 * sizeof(float4) / (often - once) * 1e-9,
        "GB/s/SM", "measured: 1 MiB read again and again by one SM, past L1");
    const double dram =
        MEMORY / seconds([=] {
            read_all<<<2 * sms, THREADS>>>((float4 *)memory, all, 1, (float *)memory);
        });
    row("dram_bandwidth", dram * 1e-9, "GB/s", "measured: 1 GiB read once");
    row("l2_written", dram * seconds_for_written(l2), "byte",
        "measured: 4 times L2 read once, after L2 was written; the time that it takes "
        "longer than after L2 was read, times dram_bandwidth");
    row("dram_copy_bandwidth",
        MEMORY / seconds([=] {
            copy_all<<<8 * sms, THREADS>>>((float4 *)memory,
                                           (float4 *)(memory + MEMORY / 2), all / 2);
        }) * 1e-9,
        "GB/s", "measured: 512 MiB copied, reads and writes together");
}

#endif
