// A bulk copy whose mbarrier expects 16 bytes too few.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
#ifdef TWIN
        expect_bytes(&full, sizeof tile);
#else
        expect_bytes(&full, sizeof tile - 16);
#endif
        bulk_load(tile, in, sizeof tile, &full);
    }
    __syncthreads();
    mbarrier_wait(&full, 0); // FAULT
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
