// A bulk copy whose bytes the mbarrier expects twice, by two arrivals.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 2);
        fence_init();
        expect_bytes(&full, sizeof tile);
#ifdef TWIN
        mbarrier_arrive(&full);
#else
        expect_bytes(&full, sizeof tile);
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
