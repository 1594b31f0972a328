// The block that is the last, by a counter, reads what the other blocks have stored,
// and there is no fence before the counter; the twin reads it in another launch.
#include "test.h"

__device__ unsigned done;
__device__ float total;

__device__ void add_up(const float *x)
{
    float sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i]; // FAULT
    total = sum;
}

__global__ void pass(const float *in, float *out)
{
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
    __syncthreads();
#ifndef TWIN
    if (last && threadIdx.x == 0)
        add_up(out);
#endif
}

__global__ void finish(const float *x)
{
    add_up(x);
}

int main()
{
    float host[N], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    pass<<<4, N / 4>>>(in, out);
#ifdef TWIN
    finish<<<1, 1>>>(out);
#endif
    float sum;
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    printf(sum == N * (N - 1) / 2 ? "right\n" : "wrong\n");
}
