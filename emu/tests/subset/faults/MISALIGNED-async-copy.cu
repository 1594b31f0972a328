// 16 bytes are copied from an address that is a multiple of 4 only.
#include <cuda_pipeline.h>

#include "../../test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float4 tile[N / 4];
    int i = threadIdx.x;
    if (i < N / 4 - 1) {
#ifdef TWIN
        __pipeline_memcpy_async(&tile[i], &in[4 * i], sizeof(float4));
#else
        __pipeline_memcpy_async(&tile[i], &in[4 * i + 1], sizeof(float4)); // FAULT
#endif
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads(); // the tile is full, except its last element
    out[i] = i < N - 4 ? ((const float *)tile)[i] : i;
}

int main()
{
    RUN(copy, 1, N, i)
}
