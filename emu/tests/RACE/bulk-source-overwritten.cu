// A bulk copy to global memory, whose source is overwritten before it has been read.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    tile[threadIdx.x] = in[threadIdx.x];
    fence_proxy();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile);
#ifdef TWIN
        wait_read();
#endif
    }
    __syncthreads();
    tile[threadIdx.x] = -1; // FAULT
    if (threadIdx.x == 0)
        wait_stored();
}

int main()
{
    RUN(copy, 1, N, i)
}
