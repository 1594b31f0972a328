/*
 * One product, for those who watch from outside: Nsight Compute on a GPU, a clock or
 * EMU_THREADS on the emulator. Prints what the emulator counted, a row a counter.
 *
 *   product M N K [beta]
 */
#define _DEFAULT_SOURCE /* getrusage, clock_gettime */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "device/cuda_check.h"
#include "device/host_alloc.h"
#include "probe.h"
#include "operation/matrix.h"
#include "sgemm.h"

static float *device_matrix(size_t n, uint64_t seed)
{
    float *host = host_alloc(n), *device;
    matrix_fill(host, n, seed);
    CUDA_CHECK(cudaMalloc((void **)&device, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice));
    free(host);
    return device;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_counters(double seconds)
{
    struct counters c;
    struct rusage usage;
    probe_counters(&c);
    getrusage(RUSAGE_SELF, &usage);
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"global load requests", c.global_load_requests},
        {"global load sectors", c.global_load_sectors},
        {"global store requests", c.global_store_requests},
        {"global store sectors", c.global_store_sectors},
        {"shared load requests", c.shared_load_requests},
        {"shared load wavefronts", c.shared_load_wavefronts},
        {"shared store requests", c.shared_store_requests},
        {"shared store wavefronts", c.shared_store_wavefronts},
        {"L2 read sectors", c.l2_read_sectors},
        {"tiles", c.tiles},
        {"tiles ahead", c.tiles_ahead},
        {"rounds", c.rounds},
        {"DRAM bytes read", c.dram_read_bytes},
        {"DRAM bytes", c.dram_bytes},
        {"accesses", c.accesses},
        {"nanoseconds", (uint64_t)(seconds * 1e9)},
        {"peak memory", (uint64_t)usage.ru_maxrss}, /* KiB */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%s\t%llu\n", rows[i].name, (unsigned long long)rows[i].value);
}

static void print_occupancy(void)
{
    struct occupancy o;
    if (!probe_occupancy(&o))
        return;
    printf("threads\t%u\nwarps\t%u\nshared bytes\t%llu\nblocks per SM\t%d\n"
           "most warps\t%d\nlimit\t%s\nregisters\t%d\n",
           o.threads, (o.threads + 31) / 32, (unsigned long long)o.shared_bytes,
           o.blocks, o.most_warps, o.limit, o.registers);
}

int main(int argc, char **argv)
{
    int M = argc > 3 ? atoi(argv[1]) : 0, N = argc > 3 ? atoi(argv[2]) : 0;
    int K = argc > 3 ? atoi(argv[3]) : 0;
    float beta = argc > 4 ? (float)atof(argv[4]) : 3.0f;
    if (M < 1 || N < 1 || K < 1) {
        fprintf(stderr, "usage: product M N K [beta]\n");
        return 2;
    }
    float *A = device_matrix((size_t)M * K, 1), *B = device_matrix((size_t)K * N, 2);
    float *C = device_matrix((size_t)M * N, 3);
    probe_reset();
    double start = now();
    sgemm(M, N, K, 0.5f, A, B, beta, C);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    if (probe_available()) {
        print_counters(now() - start);
        print_occupancy();
    }
    return 0;
}
