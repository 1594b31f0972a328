// A warp waits for an mbarrier of which it does not know that it is initialised: the
// thread that does so has already begun a copy.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
    }
#ifdef TWIN
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        expect_bytes(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    __syncwarp();
    mbarrier_wait(&full, 0); // FAULT
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
