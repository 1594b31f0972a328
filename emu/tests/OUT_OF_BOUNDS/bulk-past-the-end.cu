// A bulk copy of more bytes than the array has.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[2 * N];
    __shared__ mbarrier full;
#ifdef TWIN
    const int bytes = N * sizeof *tile;
#else
    const int bytes = (N + 4) * sizeof *tile;
#endif
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, bytes);
        bulk_load(tile, in, bytes, &full); // FAULT
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
