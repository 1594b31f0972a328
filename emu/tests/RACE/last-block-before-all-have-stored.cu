// The last block adds up what all threads of all blocks have stored. Thread 0 counts
// its block after a fence, but has not waited for the other warp; the twin waits.
#include "test.h"

__device__ unsigned done;
__device__ float total;

__global__ void pass(const float *in, float *parts)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[i] = in[i];
#ifdef TWIN
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&done, 1u) == gridDim.x - 1) {
            __threadfence();
            float sum = 0;
            for (unsigned k = 0; k < gridDim.x * blockDim.x; k++)
                sum += parts[k]; // FAULT
            total = sum;
        }
    }
}

int main()
{
    float host[4 * N], *in, *parts;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&parts, sizeof host);
    for (int i = 0; i < 4 * N; i++)
        host[i] = 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    pass<<<4, N>>>(in, parts);
    float sum;
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    printf(sum == 4 * N ? "right\n" : "wrong\n");
}
