// Each block leaves its part of a sum in memory; the last one to finish adds them up.
// The fence and the atomic counter put the parts in order.
#include "test.h"

__device__ unsigned done;

__global__ void sum(const float *in, float *out)
{
    __shared__ float part[16];
    __shared__ bool last;
    int i = threadIdx.x;
    part[i] = in[blockIdx.x * 16 + i];
    for (int n = 8; n > 0; n /= 2) {
        __syncthreads(); // part holds 2 n sums
        if (i < n)
            part[i] += part[i + n];
    }
    if (i == 0) {
        out[blockIdx.x] = part[0];
        __threadfence();
        last = atomicAdd(&done, 1u) == gridDim.x - 1;
    }
    __syncthreads(); // last is known
    if (last && i == 0) {
        float total = 0;
        done = 0; // for the next launch: all blocks have counted
        for (unsigned b = 0; b < gridDim.x; b++)
            total += ((volatile float *)out)[b];
        for (int k = 0; k < N; k++)
            out[k] = total;
    }
}

int main()
{
    RUN(sum, N / 16, 16, N * (N - 1) / 2)
}
