// wgmma with a tile that threads have copied by cp.async, without a proxy fence.
#include "hopper_product.h"

__global__ void product(const __grid_constant__ CUtensorMap map,
                        const __nv_bfloat16 *in, float *out)
{
    __shared__ __align__(1024) __nv_bfloat16 tile[ROWS][DEPTH];
    float d[4] = {0};
    for (int i = threadIdx.x; i < ROWS * DEPTH / 8; i += THREADS) // swizzled pieces
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                         shared_address(&tile[i / 8][(i ^ i / 8) % 8 * 8])),
                     "l"(&in[i * 8])
                     : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
#ifdef TWIN
    fence_proxy();
#endif
    __syncthreads();
    wgmma_fence();
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
