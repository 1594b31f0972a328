// wgmma descriptors of generic addresses, without their upper bits, and of arrays that
// are far apart, since other kernels have large ones.
#include <cuda_bf16.h>

#include "../hopper.h"
#include "expect.h"

enum { THREADS = 128, ROWS = 64, COLUMNS = 8, DEPTH = 16, LARGE = 48 * 1024 };

template <int WHICH> __global__ void large(int n)
{
    __shared__ char array[LARGE];
    array[n] = (char)WHICH;
    IS(array[n], WHICH);
}

/* Rows of 8 elements in a row; what comes along K is behind all of them. */
__device__ static uint64_t rows(uint64_t address, int n)
{
    return (address & 0x3ffff) >> 4 | (uint64_t)n << 16 | (uint64_t)8 << 32;
}

/* The tiles are in `memory`, or in static arrays. */
template <bool DYNAMIC> __global__ void product()
{
    extern __shared__ __align__(1024) char memory[];
    __shared__ __align__(1024) __nv_bfloat16 fixed[(ROWS + COLUMNS) * DEPTH];
    __nv_bfloat16 *a = DYNAMIC ? (__nv_bfloat16 *)memory : fixed;
    __nv_bfloat16 *b = a + ROWS * DEPTH;
    for (int i = threadIdx.x; i < (ROWS + COLUMNS) * DEPTH; i += THREADS)
        a[i] = __float2bfloat16(i < ROWS * DEPTH ? (float)(i % 8) : 2.0f);
    fence_proxy();
    __syncthreads();
    float d[4] = {0};
    wgmma_fence();
    wgmma(d, rows((uint64_t)a, ROWS), rows(__cvta_generic_to_shared(b), COLUMNS));
    wgmma_commit();
    wgmma_wait();
    for (int i = 0; i < 4; i++)
        IS(d[i], 2.0f * 2 * 28); // twice 0 to 7
}

int main()
{
    large<1><<<1, 1>>>(100);
    large<2><<<1, 1>>>(LARGE - 1);
    large<3><<<1, 1>>>(3);
    large<4><<<1, 1>>>(4);
    large<5><<<1, 1>>>(5);
    large<6><<<1, 1>>>(6);
    const int bytes = (ROWS + COLUMNS) * DEPTH * 2;
    product<false><<<2, THREADS>>>();
    product<true><<<2, THREADS, bytes>>>();
    return report();
}
