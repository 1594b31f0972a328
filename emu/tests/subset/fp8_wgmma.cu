// wgmma of 8-bit floats: tiles by tensor maps of bytes, several shapes, sums in f32 and
// f16, the predicate of d. Small integers: each order of sums is exact.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>

#include "expect.h"

enum { M = 64, N = 24, K = 128, THREADS = 128, BYTES = 64 * K };

__host__ __device__ static int in_of(int i, int k)
{
    return (i * 7 + k * 13 + i * k) % 9 - 4;
}

__device__ uint32_t shared_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

// Of rows of 128 bytes with a swizzle of 128 bytes; by its 32 bytes number `step`.
__device__ uint64_t descriptor(const void *tile, int step)
{
    return (uint64_t)(shared_address(tile) / 16 + step * 2) | 1ull << 16 | 64ull << 32 |
           1ull << 62;
}

__device__ void load(void *to, const CUtensorMap *map, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                     shared_address(to)),
                 "l"(map), "r"(0), "r"(0), "r"(shared_address(barrier))
                 : "memory");
}

__device__ void load_tiles(void *a, void *b, const CUtensorMap *map, uint64_t *barrier)
{
    if (threadIdx.x == 0) {
        asm volatile(
            "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                         shared_address(barrier)),
                     "r"(2 * BYTES)
                     : "memory");
        load(a, map, barrier);
        load(b, map, barrier);
    }
    __syncthreads();
    uint32_t done = 0;
    while (!done)
        asm volatile("{\n.reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n"
                     "selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(shared_address(barrier))
                     : "memory");
}

#define PREDICATE "{\n.reg .pred p;\nsetp.ne.b32 p, %"

__device__ void multiply(float d[12], uint64_t a, uint64_t b, int adds)
{
    asm volatile(PREDICATE
                 "14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k32.f32.e4m3.e4m3 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}, %12, %13, p, -1, "
                 "1;\n}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]),
                   "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
                   "+f"(d[10]), "+f"(d[11])
                 : "l"(a), "l"(b), "r"(adds));
}

__device__ void multiply(uint32_t d[2], uint64_t a, uint64_t b, int adds)
{
    asm volatile(PREDICATE
                 "4, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3 {%0, %1}, %2, "
                 "%3, p, 1, 1;\n}"
                 : "+r"(d[0]), "+r"(d[1])
                 : "l"(a), "l"(b), "r"(adds));
}

__device__ int product(int i, int j)
{
    int sum = 0;
    for (int k = 0; k < K; k++)
        sum += in_of(i, k) * in_of(j, k);
    return sum;
}

__global__ void products(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(1024) unsigned char a[BYTES], b[BYTES];
    __shared__ uint64_t barrier;
    float d[12];
    uint32_t h[2] = {~0u, ~0u};
    for (int i = 0; i < 12; i++)
        d[i] = 1000;
    load_tiles(a, b, &map, &barrier);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int step = 0; step < K / 32; step++)
        multiply(d, descriptor(a, step), descriptor(b, step), step);
    for (int step = 0; step < K / 32; step++)
        multiply(h, descriptor(a, step), descriptor(b, step), step);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4,
              column = threadIdx.x % 4 * 2;
    for (int i = 0; i < 12; i++)
        IS(d[i], -product(row + i / 2 % 2 * 8, column + i / 4 * 8 + i % 2));
    for (int i = 0; i < 4; i++)
        IS(__half2float(__ushort_as_half((unsigned short)(h[i / 2] >> i % 2 * 16))),
           product(row + i / 2 * 8, column + i % 2));
}

static CUtensorMap map_of(void *array)
{
    CUtensorMap map;
    const cuuint64_t size[] = {K, M}, stride[] = {K};
    const cuuint32_t box[] = {K, M}, step[] = {1, 1};
    void *function = NULL;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                     cudaEnableDefault, &found);
    HOST_IS(((decltype(&cuTensorMapEncodeTiled))function)(
                &map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, array, size, stride, box, step,
                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
            CUDA_SUCCESS);
    return map;
}

int main(void)
{
    static __nv_fp8_e4m3 host[M * K];
    __nv_fp8_e4m3 *in;
    for (int i = 0; i < M * K; i++)
        host[i] = __nv_fp8_e4m3(in_of(i / K, i % K));
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    products<<<1, THREADS>>>(map_of(in));
    return report();
}
