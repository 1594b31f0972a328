// A thread reads what it copies before the copy is complete; its twin waits. The
// value is the old one: the earlier store does not make the read right.
#include <cuda_pipeline.h>

#include "../../test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    tile[i] = 0;
    __pipeline_memcpy_async(&tile[i], &in[i], sizeof(float));
    __pipeline_commit();
#ifdef TWIN
    __pipeline_wait_prior(0);
#else
    __pipeline_wait_prior(1);
#endif
    out[i] = tile[i]; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
