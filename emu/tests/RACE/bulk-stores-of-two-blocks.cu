// Two blocks store to the same place by bulk copies; in the twin to different places.
#include "hopper.h"
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N / 2];
#ifdef TWIN
    const int first = blockIdx.x * N / 2;
#else
    const int first = blockIdx.x / 2 * N / 2;
#endif
    tile[threadIdx.x] = in[first + threadIdx.x];
    fence_proxy();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out + first, tile, sizeof tile); // FAULT
        wait_read();
    }
}

int main()
{
    RUN(copy, 2, N / 2, i)
}
