// wgmma with a tile that threads have stored, without a proxy fence.
#include "hopper_product.h"

__global__ void product(const __grid_constant__ CUtensorMap map,
                        const __nv_bfloat16 *in, float *out)
{
    __shared__ __align__(1024) __nv_bfloat16 tile[ROWS][DEPTH];
    float d[4] = {0};
    for (int i = threadIdx.x; i < ROWS * DEPTH; i += THREADS) // swizzled
        tile[i / DEPTH][i % DEPTH ^ i / DEPTH % 8 * 8] = in[i];
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
