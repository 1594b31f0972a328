/*
 * What a GPU can do at most, one unit at a time, and how long it keeps a warp waiting:
 * the constants of a profile in emu/gpus, as measured on the GPU of this machine.
 *
 *   microbench            the measured rows: name, value, unit, source
 *   microbench --profile  a whole profile: what the runtime says of the GPU comes first
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "arithmetic.cuh"
#include "bandwidths.cuh"
#include "copies.cuh"
#include "device/cuda_check.h"
#include "kernels.cuh"
#include "latencies.cuh"
#include "timing.cuh"

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
