// Threads store to global memory, and a bulk copy of the same kernel reads it, without
// a proxy fence.
#include "hopper.h"
#include "test.h"

__global__ void copy(float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    const int i = threadIdx.x;
    in[i] += 1;
#ifdef TWIN
    fence_proxy_global();
#endif
    if (i == 0) {
        mbarrier_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (i == 0) {
        expect_bytes(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full); // FAULT
    }
    mbarrier_wait(&full, 0);
    out[i] = tile[i];
}

int main()
{
    RUN(copy, 1, N, i + 1)
}
