// A tensor copy with a swizzle to an address where its pattern does not begin; threads
// read it as if it did.
#include "hopper_product.h"

__global__ void product(const __grid_constant__ CUtensorMap map,
                        const __nv_bfloat16 *in, float *out)
{
    __shared__ __align__(1024) char memory[TILE + 1024];
    __shared__ mbarrier full;
#ifdef TWIN
    const __nv_bfloat16 *tile = (__nv_bfloat16 *)memory;
#else
    const __nv_bfloat16 *tile = (__nv_bfloat16 *)(memory + 128);
#endif
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, TILE);
        box_load((void *)tile, &map, 0, 0, &full); // FAULT
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += THREADS) {
        const int row = i / COLUMNS, column = i % COLUMNS;
        float sum = 0;
        for (int k = 0; k < DEPTH; k++)
            sum += __bfloat162float(tile[row * DEPTH + (k ^ row % 8 * 8)]) *
                   __bfloat162float(tile[column * DEPTH + (k ^ column % 8 * 8)]);
        out[i] = sum;
    }
}

int main()
{
    PRODUCT(product, THREADS, CU_TENSOR_MAP_SWIZZLE_128B)
}
