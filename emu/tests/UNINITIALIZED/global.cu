// Reads device memory that was never set; the twin sets it.
#include "test.h"

__global__ void add(const float *in, const float *unset, float *out)
{
    out[threadIdx.x] = in[threadIdx.x] + unset[threadIdx.x]; // FAULT
}

int main()
{
    float *unset;
    cudaMalloc(&unset, N * sizeof(float));
#ifdef TWIN
    cudaMemset(unset, 0, N * sizeof(float));
#endif
    auto kernel = [=](const float *in, float *out) { add<<<1, N>>>(in, unset, out); };
    float host[N] = {0}, *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    kernel(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[N - 1] == 0 ? "right" : "wrong");
    return 0;
}
