// Every lane of a warp stores the warp's sum to shared memory; of the twin, one does.
#include "test.h"

__global__ void sums(const float *in, float *out)
{
    __shared__ float of_warp[N / 32];
    int warp = threadIdx.x / 32;
    float sum = in[threadIdx.x];
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
#ifdef TWIN
    if (threadIdx.x % 32 == 0)
#endif
        of_warp[warp] = sum; // FAULT
    __syncthreads();
    out[threadIdx.x] = of_warp[warp] == 32 * (32 * warp) + 16 * 31 ? threadIdx.x : -1;
}

int main()
{
    RUN(sums, 1, N, i)
}
