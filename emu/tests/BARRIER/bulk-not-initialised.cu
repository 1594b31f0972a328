// A bulk copy whose mbarrier was not initialised.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
#ifdef TWIN
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, sizeof tile);
#endif
        bulk_load(tile, in, sizeof tile, &full); // FAULT
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
