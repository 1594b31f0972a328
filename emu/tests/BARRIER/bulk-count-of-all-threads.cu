// A bulk copy whose mbarrier waits for arrivals of all threads, and one arrives.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
#ifdef TWIN
        mbarrier_init(&full, 1);
#else
        mbarrier_init(&full, N);
#endif
        fence_init();
        expect_bytes(&full, sizeof tile);
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
