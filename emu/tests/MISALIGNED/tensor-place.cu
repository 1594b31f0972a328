// A tensor copy to a place in shared memory that is no multiple of 128.
#include "hopper_product.h"

__global__ void product(const __grid_constant__ CUtensorMap map,
                        const __nv_bfloat16 *in, float *out)
{
    __shared__ __align__(1024) char memory[TILE + 1024];
    __shared__ mbarrier full;
    float d[4] = {0};
#ifdef TWIN
    char *tile = memory;
#else
    char *tile = memory + 64;
#endif
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, TILE);
        box_load(tile, &map, 0, 0, &full); // FAULT
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    wgmma_fence();
    for (int k = 0; k < DEPTH; k += 16)
        wgmma(d, descriptor(tile + 2 * k, 1), descriptor(tile + 2 * k, 1));
    wgmma_commit();
    wgmma_wait();
    store_sums(out, d);
}

int main()
{
    PRODUCT(product, THREADS, CU_TENSOR_MAP_SWIZZLE_128B)
}
