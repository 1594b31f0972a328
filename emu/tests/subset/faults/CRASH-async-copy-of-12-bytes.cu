// A copy of a float3: only 4, 8 and 16 bytes can be copied at once.
#include <cuda_pipeline.h>

#include "../../test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    int i = threadIdx.x;
    if (i < N / 4)
#ifdef TWIN
        __pipeline_memcpy_async(&tile[4 * i], &in[4 * i], sizeof(float4));
#else
        __pipeline_memcpy_async(&tile[4 * i], &in[4 * i], sizeof(float3)); // FAULT
#endif
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads(); // tile is full
    out[i] = tile[i];
}

int main()
{
    RUN(copy, 1, N, i)
}
