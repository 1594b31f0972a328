/* Bulk copies and wgmma by inline PTX, for the kernels of this folder. They need
   compute capability 9.0a. */
#ifndef HOPPER_H
#define HOPPER_H

#include "mbarrier.h"

#include <cuda.h>
#include <stdint.h>
#include <stdio.h>

__device__ static inline void expect_bytes(mbarrier *b, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                     shared_address(b)),
                 "r"(bytes)
                 : "memory");
}

/* Of an mbarrier, before a copy uses it. */
__device__ static inline void fence_init()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ static inline void fence_proxy()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ static inline void fence_proxy_global()
{
    asm volatile("fence.proxy.async.global;" ::: "memory");
}

__device__ static inline void bulk_load(void *to, const void *from, int bytes,
                                        mbarrier *b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
                 "l"(from), "r"(bytes), "r"(shared_address(b))
                 : "memory");
}

__device__ static inline void bulk_store(void *to, const void *from, int bytes)
{
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
        "r"(shared_address(from)), "r"(bytes)
        : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* The source has been read; the stores are complete. */
__device__ static inline void wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
__device__ static inline void wait_stored()
{
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__device__ static inline void box_load(void *to, const CUtensorMap *map, int x, int y,
                                       mbarrier *b)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                     shared_address(to)),
                 "l"(map), "r"(x), "r"(y), "r"(shared_address(b))
                 : "memory");
}

/* An array of `rows` rows of `columns` elements of 2 bytes; a box of as many columns as
   the swizzle has bytes for. */
__attribute__((always_inline)) static inline CUtensorMap
map_of(const void *array, int columns, int rows, int box_rows,
       CUtensorMapSwizzle swizzle)
{
    CUtensorMap map;
    const cuuint64_t size[] = {(cuuint64_t)columns, (cuuint64_t)rows};
    const cuuint64_t stride[] = {(cuuint64_t)columns * 2};
    const cuuint32_t box[] = {swizzle ? 8u << swizzle : 64u, (cuuint32_t)box_rows};
    const cuuint32_t step[] = {1, 1};
    void *function = NULL;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                     cudaEnableDefault, &found);
    if (((decltype(&cuTensorMapEncodeTiled))function)(
            &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)array, size, stride, box,
            step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
        printf("the map was refused\n");
    return map;
}

/* A descriptor of a tile whose rows are 128 bytes along K. mode: 1, 2, 3 for a swizzle
   of 128, 64 or 32 bytes. */
__device__ static inline uint64_t descriptor(const void *tile, uint64_t mode)
{
    const uint64_t stride = (256 >> mode) * 8;
    return (shared_address(tile) >> 4 & 0x3fff) | (uint64_t)1 << 16 |
           (stride >> 4) << 32 | mode << 62;
}

__device__ static inline void wgmma_fence()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ static inline void wgmma_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
__device__ static inline void wgmma_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

/* d += a b: 64 rows of a, 8 of b, 16 of K. */
__device__ static inline void wgmma(float d[4], uint64_t a, uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b));
}

#endif
