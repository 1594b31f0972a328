// wgmma by three of the four warps of a warpgroup.
#include "hopper_product.h"

__global__ void product(const __grid_constant__ CUtensorMap map,
                        const __nv_bfloat16 *in, float *out)
{
    __shared__ __align__(1024) __nv_bfloat16 tile[ROWS][DEPTH];
    __shared__ mbarrier full;
    float d[4] = {0};
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, TILE);
        box_load(tile, &map, 0, 0, &full);
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    wgmma_fence();
#ifndef TWIN
    if (threadIdx.x < 96)
#endif
        for (int k = 0; k < DEPTH; k += 16)
            wgmma(d, descriptor(&tile[0][k], 1), descriptor(&tile[0][k], 1)); // FAULT
    wgmma_commit();
    wgmma_wait();
    store_sums(out, d);
}

int main()
{
    PRODUCT(product, THREADS, CU_TENSOR_MAP_SWIZZLE_128B)
}
