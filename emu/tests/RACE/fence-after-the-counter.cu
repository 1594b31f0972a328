// Each block stores, and adds to a counter; the last block reads what all have stored.
// The fence must come before the counter, as in the twin: here a block may be counted
// before its stores can be seen.
#include "test.h"

__device__ unsigned done;

#ifdef TWIN
#define BEFORE() __threadfence()
#define AFTER()
#else
#define BEFORE()
#define AFTER() __threadfence()
#endif

__global__ void pass(const float *in, float *parts, float *out)
{
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[i] = in[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        BEFORE();
        last = atomicAdd(&done, 1u) == gridDim.x - 1;
        AFTER();
    }
    __syncthreads();
    if (last)
        for (int k = threadIdx.x; k < N; k += blockDim.x)
            out[k] = parts[k]; // FAULT
}

int main()
{
    float host[N], *in, *parts, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&parts, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    pass<<<4, N / 4>>>(in, parts, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (host[i] != i) {
            printf("wrong\n");
            return 1;
        }
    printf("right\n");
}
