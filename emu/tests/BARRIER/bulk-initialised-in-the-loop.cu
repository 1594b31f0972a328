// Bulk copies whose mbarrier is initialised for each of them, and not invalidated.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N / 2];
    __shared__ mbarrier full;
    for (int turn = 0; turn < 2; turn++) {
        if (threadIdx.x == 0) {
#ifdef TWIN
            if (turn == 0)
#endif
                mbarrier_init(&full, 1); // FAULT
            fence_init();
            expect_bytes(&full, sizeof tile);
            bulk_load(tile, in + turn * N / 2, sizeof tile, &full);
        }
        __syncthreads();
#ifdef TWIN
        mbarrier_wait(&full, turn);
#else
        mbarrier_wait(&full, 0);
#endif
        if (threadIdx.x / (N / 2) == turn)
            out[threadIdx.x] = tile[threadIdx.x % (N / 2)];
        __syncthreads();
    }
}

int main()
{
    RUN(copy, 1, N, i)
}
