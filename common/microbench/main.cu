/*
 * What a GPU can do at most, one unit at a time, and how long it keeps a warp waiting:
 * the constants of a profile in emu/gpus, as measured on the GPU of this machine.
 *
 *   microbench            the measured rows: name, value, unit, source
 *   microbench --profile  a whole profile: what the runtime says of the GPU comes first
 *
 * Bandwidths are the best of a few runs, latencies those of one warp's one lane that
 * chases pointers, each load's address the value of the one before.
 */
#include <cudaTypedefs.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda_check.h"
#include "hopper.cuh"
#include "kernels.cuh"

enum { RUNS = 20, THREADS = 1024, CHASE = 4096 };

static int sms;      /* of this GPU */
static char *memory; /* device memory, zeroed, for all to use */
static const size_t MEMORY = (size_t)1 << 30;
static long long *clocks; /* device memory: what a kernel says of its own time */

/* The least seconds that `launch` takes, between two events, each time after `before`.
 */
template <typename B, typename F> static double seconds_after(B before, F launch)
{
    cudaEvent_t start, stop;
    float best = 1e30f;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int run = 0; run < RUNS; run++) {
        float ms;
        before();
        CUDA_CHECK(cudaEventRecord(start, 0));
        launch();
        CUDA_CHECK(cudaEventRecord(stop, 0));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
        best = ms < best ? ms : best;
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return best * 1e-3;
}

template <typename F> static double seconds(F launch)
{
    return seconds_after([] {}, launch);
}

/* The least clocks[0] that `launch` leaves. */
template <typename F> static double least_clocks(F launch)
{
    long long best = -1;
    for (int run = 0; run < RUNS; run++) {
        long long now;
        launch();
        CUDA_CHECK(cudaMemcpy(&now, clocks, sizeof now, cudaMemcpyDeviceToHost));
        best = best < 0 || now < best ? now : best;
    }
    return (double)best;
}

static void row(const char *name, double value, const char *unit, const char *source)
{
    if (value >= 1e5)
        printf("%s\t%.0f\t%s\t%s\n", name, value, unit, source);
    else
        printf("%s\t%.4g\t%s\t%s\n", name, value, unit, source);
}

static void measure_arithmetic(void)
{
    const int rounds = 4096;
    long long both[2];
    double took = least_clocks(
        [=] { multiply_add<<<sms, THREADS>>>((float *)memory, rounds, clocks); });
    CUDA_CHECK(cudaMemcpy(both, clocks, sizeof both, cudaMemcpyDeviceToHost));
    row("clock", 1e3 * (double)both[0] / (double)both[1], "MHz",
        "measured: clocks over nanoseconds of a block of FMAs");
    row("fp32_lanes", 1.0 * THREADS * rounds * 128 / took, "FMA/cycle/SM",
        "measured: 1024 threads per SM, 8 FMAs in flight each");
    row("special", 1.0 * THREADS * rounds * 8 / least_clocks([=] {
                       exponentials<<<sms, THREADS>>>((float *)memory, rounds, clocks);
                   }),
        "thread/cycle/SM",
        "measured: 1024 threads per SM, 8 ex2.approx in flight each");
}

static void measure_registers(void)
{
    const int WARPS = 16; /* an SM: tiles of 8 x 8 a thread leave room for no more */
    float *out = (float *)memory + 1024;
    const double all = 64.0 * CHASE;
    row("outer_product",
        all * 32 * WARPS / least_clocks([=] {
            outer_product<<<sms, 32 * WARPS>>>((float *)memory, out, CHASE, clocks);
        }),
        "FMA/cycle/SM", "measured: 16 warps, 8 x 8 sums each");
    row("lone_multiply_add",
        least_clocks([=] {
            outer_product<<<1, 32>>>((float *)memory, out, CHASE, clocks);
        }) / all,
        "cycle", "measured: likewise, one warp");
    row("dependent_multiply_add",
        least_clocks([=] { dependent<<<1, 32>>>(out, CHASE, clocks); }), "cycle",
        "measured: one warp, each FMA needs the result of the one before");
}

/* products: multiplications of one instruction; each comes with an addition. */
template <enum tensor_type type>
static void measure_tensor(const char *name, int products)
{
    const int WARPS = 16;
    const double operations = 2.0 * products * 8 * CHASE * WARPS;
    row(name, operations / least_clocks([=] {
                  tensor<type><<<sms, 32 * WARPS>>>(
                      (unsigned *)memory, (unsigned *)memory + 65536, CHASE, clocks);
              }),
        "operation/cycle/SM", "measured: 16 warps, 8 mma.sync each in flight");
}

/* Over some 25 ms, in cycles of the highest clock: the power limit may not allow it. */
template <bool TF32> static void measure_wgmma(const char *name)
{
    const int bytes = 384 * 128, rounds = 10 * CHASE; /* bytes of the tile */
    const double operations = 2.0 * 2 * 64 * 256 * (TF32 ? 8 : 16) * 4 * rounds;
    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    CUDA_CHECK(cudaFuncSetAttribute(
        wgmma<TF32>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    row(name,
        operations / (1e3 * khz * seconds([=] {
                          wgmma<TF32><<<sms, 256, bytes>>>((float *)memory, rounds);
                      })),
        "operation/cycle/SM",
        "measured: 25 ms of two warpgroups, m64n256, in cycles of the highest clock");
}

/* As l2_round and dram_round, by the copy engine. */
static void measure_bulk(void)
{
    const int bytes = 4096;
    row("bulk_round", least_clocks([=] {
            copy_bulk<<<sms, 1, bytes>>>(memory, bytes, 16, 256, clocks);
        }),
        "cycle", "measured: a bulk copy of 4 KiB of L2, and the wait for its mbarrier");
    row("bulk_dram_round", least_clocks([=] {
            copy_bulk<<<sms, 1, bytes>>>(memory, bytes, 1024, 1024, clocks);
        }),
        "cycle", "measured: likewise, 4 KiB that are not in L2");
}

/* A matrix of 2-byte elements, in boxes. */
static CUtensorMap map_of(void *data, int columns, int rows)
{
    CUtensorMap map;
    const cuuint64_t size[] = {(cuuint64_t)columns, (cuuint64_t)rows};
    const cuuint64_t stride[] = {(cuuint64_t)columns * 2};
    const cuuint32_t box[] = {BOX_WIDTH, BOX_ROWS}, step[] = {1, 1};
    void *encode = NULL;
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode,
                                                12000, cudaEnableDefault, &found));
    if (((PFN_cuTensorMapEncodeTiled_v12000)encode)(
            &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, data, size, stride, box, step,
            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
            CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)) {
        fprintf(stderr, "microbench: the driver refuses a tensor map\n");
        exit(2);
    }
    return map;
}

/* Of 20 MiB, which L2 holds. */
static void measure_boxes(void)
{
    const int columns = 2560, rows = 4096, bytes = BOX_STAGES * BOX_BYTES;
    const CUtensorMap map = map_of(memory, columns, rows);
    CUDA_CHECK(cudaFuncSetAttribute(
        read_boxes, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    auto bandwidth = [=](int blocks) {
        auto read = [=](int rounds) {
            return seconds([=] {
                read_boxes<<<blocks, 1, bytes>>>(map, columns / BOX_WIDTH,
                                                 rows / BOX_ROWS, rounds);
            });
        };
        return 1000.0 * BOX_BYTES * blocks / (read(1200) - read(200)) * 1e-9;
    };
    row("bulk_l2_bandwidth", bandwidth(sms), "GB/s",
        "measured: tensor copies of 32 KiB of L2, six in flight per SM; four SMs read "
        "the same");
    row("bulk_sm_bandwidth", bandwidth(1), "GB/s/SM", "measured: likewise, one SM");
}

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

static void print_properties(const struct cudaDeviceProp *p)
{
    const char *source = "cudaGetDeviceProperties";
    printf("name\t%s\t-\t%s\n", p->name, source);
    row("compute_major", p->major, "-", source);
    row("compute_minor", p->minor, "-", source);
    printf("sms\t%d\t-\t%s\n", p->multiProcessorCount, source);
    printf("shared_sm\t%zu\tbyte/SM\t%s\n", p->sharedMemPerMultiprocessor, source);
    printf("shared_block\t%zu\tbyte/block\t%s\n", p->sharedMemPerBlockOptin, source);
    printf("registers_sm\t%d\tregister/SM\t%s\n", p->regsPerMultiprocessor, source);
    printf("threads_sm\t%d\tthread/SM\t%s\n", p->maxThreadsPerMultiProcessor, source);
    printf("blocks_sm\t%d\tblock/SM\t%s\n", p->maxBlocksPerMultiProcessor, source);
    printf("l2\t%d\tbyte\t%s\n", p->l2CacheSize, source);
    printf("dram\t%zu\tbyte\t%s\n", p->totalGlobalMem, source);
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

int main(int argc, char **argv)
{
    bool profile = argc == 2 && !strcmp(argv[1], "--profile");
    struct cudaDeviceProp p;
    if (argc > 1 && !profile) {
        fprintf(stderr, "usage: microbench [--profile]\n");
        return 2;
    }
    CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
    sms = p.multiProcessorCount;
    CUDA_CHECK(cudaMalloc((void **)&memory, MEMORY));
    CUDA_CHECK(cudaMalloc((void **)&clocks, 2 * sizeof *clocks));
    CUDA_CHECK(cudaMemset(memory, 0, MEMORY));
    printf("# %s, by make %s: constant, value, unit, source. Bandwidths are read "
           "bandwidths\n# where the name says no more.\n",
           p.name, profile ? "profile-gpu" : "microbench");
    if (profile)
        print_properties(&p);
    measure_arithmetic();
    measure_registers();
    if (p.major >= 8) { /* older ones have other shapes */
        measure_tensor<TENSOR_BF16>("tensor_f16", 16 * 8 * 16);
        measure_tensor<TENSOR_TF32>("tensor_tf32", 16 * 8 * 8);
        measure_tensor<TENSOR_S8>("tensor_s8", 16 * 8 * 32);
        measure_tensor<TENSOR_F64>("tensor_f64", 8 * 8 * 4);
    }
    if (p.major == 9) {
        measure_wgmma<false>("wgmma_16");
        measure_wgmma<true>("wgmma_tf32");
    }
    measure_on_chip();
    measure_off_chip(p.l2CacheSize);
    row("launch", 1e6 * seconds([] { empty<<<1, 32>>>(); }), "us",
        "measured: CUDA events around an empty kernel");
    measure_next_launch();
    measure_latencies(p.l2CacheSize);
    if (p.major >= 9) {
        measure_bulk();
        measure_boxes();
    }
    measure_l1();
    CUDA_CHECK(cudaFree(clocks));
    CUDA_CHECK(cudaFree(memory));
    return 0;
}
