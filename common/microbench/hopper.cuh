/*
 * What only Hopper's GPUs have (compute capability 9.0a): wgmma, and bulk copies.
 */
#ifndef MICROBENCH_HOPPER_CUH
#define MICROBENCH_HOPPER_CUH

#include <cuda.h>
#include <cuda_runtime.h>
#include <stdint.h>

__device__ static unsigned address_in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

#define D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D16(i) D4(i), D4(i + 4), D4(i + 8), D4(i + 12)
#define WGMMA_256(type, transposed)                                                    \
    asm volatile(                                                                      \
        "wgmma.mma_async.sync.aligned.m64n256" type " {"                               \
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "       \
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, "  \
        "%31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "  \
        "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, "  \
        "%61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, "  \
        "%76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, "  \
        "%91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, "  \
        "%105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, "     \
        "%117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "          \
        "%128, %129, 1, 1, 1" transposed ";"                                           \
        : D16(0), D16(16), D16(32), D16(48), D16(64), D16(80), D16(96), D16(112)       \
        : "l"(a), "l"(b))

/* Each of two warpgroups multiplies its 64 rows by 256 rows: in one instruction, 32
   bytes of each, of a swizzled tile with 128 bytes per row. The factors are between -2
   and 2, with many different bits: power depends on them. */
template <bool TF32>
__global__ void __launch_bounds__(256) wgmma(float *out, int rounds)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    extern __shared__ __align__(1024) unsigned tile[]; /* of 384 rows */
    for (unsigned i = threadIdx.x; i < 384 * 32; i += blockDim.x) {
        unsigned bits = i * 2654435761u;
        bits = (bits ^ bits >> 15) * 2246822519u;
        tile[i] = (bits ^ bits >> 13) & 0xbfffbfff; // neither NaN nor infinite
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const uint64_t mode = (uint64_t)64 << 32 | (uint64_t)1 << 62;
    const uint64_t a =
        address_in_shared(tile + threadIdx.x / 128 * 64 * 32) >> 4 | mode;
    const uint64_t b = address_in_shared(tile + 128 * 32) >> 4 | mode;
    float d[128] = {};
    for (int r = 0; r < rounds; r++) { // two groups of four may be in flight
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (TF32)
                WGMMA_256("k8.f32.tf32.tf32", "");
            else
                WGMMA_256("k16.f32.bf16.bf16", ", 0, 0");
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 128; i++)
        if (d[i] == 0.5f)
            *out = d[i];
#endif
}

/* Wait for the phase of an mbarrier. */
__device__ static void await(unsigned barrier, int parity)
{
#if __CUDA_ARCH__ >= 900
    for (int complete = 0; !complete;)
        asm volatile("{\n"
                     ".reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.s32 %0, 1, 0, p;\n"
                     "}"
                     : "=r"(complete)
                     : "r"(barrier), "r"(parity)
                     : "memory");
#endif
}

__device__ static void expect(unsigned barrier, int bytes)
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
        "r"(bytes)
        : "memory");
#endif
}

/* Begin a bulk copy, whose bytes the phase of an mbarrier waits for. */
__device__ static void copy(void *to, const void *from, int bytes, unsigned barrier)
{
#if __CUDA_ARCH__ >= 900
    expect(barrier, bytes);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(address_in_shared(to)),
                 "l"(from), "r"(bytes), "r"(barrier)
                 : "memory");
#endif
}

__device__ static void init(uint64_t *barrier)
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address_in_shared(barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

/* One thread lets the copy engine load a tile of `bytes`, and waits for it, tile after
   tile; each block has `tiles` of its own. */
__global__ void copy_bulk(const char *data, int bytes, int tiles, int rounds,
                          long long *clocks)
{
    extern __shared__ __align__(1024) char to[];
    __shared__ uint64_t full;
    const char *mine = data + (size_t)blockIdx.x * tiles * bytes;
    init(&full);
    long long start = clock64();
    for (int r = 0; r < rounds; r++) {
        copy(to, mine + (size_t)(r % tiles) * bytes, bytes, address_in_shared(&full));
        await(address_in_shared(&full), r % 2);
    }
    if (blockIdx.x == 0)
        clocks[0] = (clock64() - start) / rounds;
}

/* Boxes of 32 KiB of a matrix, BOX_STAGES of them in flight. Four neighbouring blocks
   read the same boxes, each from all of them. */
enum {
    BOX_WIDTH = 64,
    BOX_ROWS = 256,
    BOX_BYTES = 32768,
    BOX_STAGES = 6,
    BOX_SHARED = 4
};
__global__ void read_boxes(const __grid_constant__ CUtensorMap map, int across,
                           int down, int rounds)
{
    extern __shared__ __align__(1024) char to[];
    __shared__ uint64_t full[BOX_STAGES];
    for (int r = -BOX_STAGES; r < rounds; r++) {
        const int stage = (r + BOX_STAGES) % BOX_STAGES, next = r + BOX_STAGES;
        const unsigned barrier = address_in_shared(&full[stage]);
        if (r < 0)
            init(&full[stage]);
        else
            await(barrier, r / BOX_STAGES % 2);
#if __CUDA_ARCH__ >= 900
        if (next < rounds) {
            const int box = blockIdx.x / BOX_SHARED * 97 + next;
            expect(barrier, BOX_BYTES);
            asm volatile(
                "cp.async.bulk.tensor.2d.shared::cluster.global"
                ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                    address_in_shared(to + stage * BOX_BYTES)),
                "l"(&map), "r"(box % across * BOX_WIDTH),
                "r"(box / across % down * BOX_ROWS), "r"(barrier)
                : "memory");
        }
#endif
    }
}

#endif
