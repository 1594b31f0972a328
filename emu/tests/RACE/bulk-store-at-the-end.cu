// A block ends before a bulk copy has read its shared memory.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    tile[threadIdx.x] = in[threadIdx.x];
    fence_proxy();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile); // FAULT
#ifdef TWIN
        wait_read();
#endif
    }
}

int main()
{
    RUN(copy, 1, N, i)
}
