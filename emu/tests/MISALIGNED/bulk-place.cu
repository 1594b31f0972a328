// A bulk copy to a place in shared memory that is no multiple of 16.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N + 4];
    __shared__ mbarrier full;
#ifdef TWIN
    float *to = tile;
#else
    float *to = tile + 1;
#endif
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, N * sizeof *to);
        bulk_load(to, in, N * sizeof *to, &full); // FAULT
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    out[threadIdx.x] = to[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
