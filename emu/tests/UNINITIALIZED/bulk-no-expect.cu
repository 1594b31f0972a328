// A bulk copy whose mbarrier gets an arrival, but is not told to expect bytes.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        bulk_load(tile, in, sizeof tile, &full);
#ifdef TWIN
        expect_bytes(&full, sizeof tile);
#else
        mbarrier_arrive(&full);
#endif
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x]; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
