// A bulk copy whose mbarrier has no fence after its initialisation.
#include "hopper.h"

#include "test.h"

__global__ void pass(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    __shared__ mbarrier full;
    const int i = threadIdx.x;
    if (i == 0) {
        mbarrier_init(&full, 1);
#ifdef TWIN
        fence_init();
#endif
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
    RUN(pass, 1, N, i)
}
