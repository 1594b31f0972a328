// A bulk copy to global memory, whose result another thread reads before the wait: only
// the source has been read.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    tile[threadIdx.x] = in[threadIdx.x] - 1;
    fence_proxy();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile);
#ifdef TWIN
        wait_stored();
#else
        wait_read();
#endif
    }
    __syncthreads();
    out[threadIdx.x] += 1; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
