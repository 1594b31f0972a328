// A bulk copy, and threads that read before its mbarrier's phase.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    __syncthreads();
#ifdef TWIN
    mbarrier_wait(&full, 0);
#endif
    out[threadIdx.x] = tile[threadIdx.x]; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
