// The last thread copies past the end of `in`; its twin has zeros instead.
#include <cuda_pipeline.h>

#include "../../test.h"

__global__ void shift(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
#ifdef TWIN
    int zeros = i == N - 1 ? sizeof(float) : 0;
#else
    int zeros = 0;
#endif
    __pipeline_memcpy_async(&tile[i], &in[i + 1], sizeof(float), zeros); // FAULT
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = tile[i];
}

int main()
{
    RUN(shift, 1, N, i == N - 1 ? 0 : i + 1)
}
