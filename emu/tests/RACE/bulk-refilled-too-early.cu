// A second bulk copy to a tile, which other threads may still read: no barrier.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N / 2];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    for (int turn = 0; turn < 2; turn++) {
        if (threadIdx.x == 0) {
            expect_bytes(&full, sizeof tile);
            bulk_load(tile, in + turn * N / 2, sizeof tile, &full); // FAULT
        }
        mbarrier_wait(&full, turn);
        if (threadIdx.x / (N / 2) == turn)
            out[threadIdx.x] = tile[threadIdx.x % (N / 2)];
#ifdef TWIN
        __syncthreads();
#endif
    }
}

int main()
{
    RUN(copy, 1, N, i)
}
