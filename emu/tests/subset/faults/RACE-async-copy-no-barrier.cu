// A thread waits for its own copies and reads another's, without a barrier.
#include <cuda_pipeline.h>

#include "../../test.h"

__global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[i], &in[i], sizeof(float)); // FAULT
    __pipeline_commit();
    __syncthreads(); // no use here: nothing has landed
    __pipeline_wait_prior(0);
#ifdef TWIN
    __syncthreads(); // tile is full
#endif
    out[i] = i < N / 2 ? tile[i] : tile[i - N / 2]; // FAULT
}

int main()
{
    RUN(reverse, 1, N, i % (N / 2))
}
