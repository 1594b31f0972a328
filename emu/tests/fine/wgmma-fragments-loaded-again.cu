// wgmma with A in registers, whose variables get the next fragments while it is in
// flight: nvcc gives these another register, so that the product's own are not touched.
#include "hopper_product.h"

__device__ static inline void multiply(float d[4], const unsigned a[4], uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

__device__ static inline void load(unsigned a[4], const __nv_bfloat16 *in, int k)
{
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    for (int r = 0; r < 4; r++)
        a[r] = *(const unsigned *)&in[(row + r % 2 * 8) * DEPTH + k + r / 2 * 8 +
                                      threadIdx.x % 4 * 2];
}

__global__ void product(const __grid_constant__ CUtensorMap map,
                        const __nv_bfloat16 *in, float *out)
{
    __shared__ __align__(1024) __nv_bfloat16 tile[ROWS][DEPTH];
    __shared__ mbarrier full;
    float d[4] = {0};
    unsigned a[4];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, TILE);
        box_load(tile, &map, 0, 0, &full);
    }
    __syncthreads();
    load(a, in, 0);
    mbarrier_wait(&full, 0);
#pragma unroll
    for (int k = 0; k < DEPTH; k += 16) {
        wgmma_fence();
        multiply(d, a, descriptor(&tile[0][k], 1));
        wgmma_commit();
        if (k + 16 < DEPTH)
            load(a, in, k + 16);
    }
    wgmma_wait();
    store_sums(out, d);
}

int main()
{
    PRODUCT(product, THREADS, CU_TENSOR_MAP_SWIZZLE_128B)
}
