// The next tile is copied over one that others still read.
#include <cuda_pipeline.h>

#include "../../test.h"

__global__ void two_tiles(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    float sum = 0;
    for (int t = 0; t < 2; t++) {
        __pipeline_memcpy_async(&tile[i], &in[i], sizeof(float)); // FAULT
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();        // tile is full
        sum += tile[N - 1 - i]; // FAULT
#ifdef TWIN
        __syncthreads(); // all reads are done
#endif
    }
    out[i] = sum / 2;
}

int main()
{
    RUN(two_tiles, 1, N, N - 1 - i)
}
