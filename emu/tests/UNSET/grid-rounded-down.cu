// Copies an array to the host whose last elements no block has stored; the twin has a
// block for them.
#include "test.h"

__global__ void pass(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

int main()
{
    const int n = N - 3, block = 16;
    float host[N] = {0}, *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef TWIN
    pass<<<(n + block - 1) / block, block>>>(in, out, n);
#else
    pass<<<n / block, block>>>(in, out, n);
#endif
    cudaMemcpy(host, out, n * sizeof *host, cudaMemcpyDeviceToHost); // FAULT
    printf("right\n");
}
