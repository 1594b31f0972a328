// Threads store to shared memory, and a bulk copy takes it to global memory, without a
// proxy fence.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    tile[threadIdx.x] = in[threadIdx.x];
#ifdef TWIN
    fence_proxy();
#endif
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile); // FAULT
        wait_stored();
    }
}

int main()
{
    RUN(copy, 1, N, i)
}
