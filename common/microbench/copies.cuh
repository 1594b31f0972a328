/* The copy engine: how long a bulk copy takes, and how many bytes move. */
#ifndef MICROBENCH_COPIES_CUH
#define MICROBENCH_COPIES_CUH

#include <cudaTypedefs.h>
#include <stdlib.h>

#include "hopper.cuh"
#include "kernels.cuh"
#include "timing.cuh"

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

#endif
