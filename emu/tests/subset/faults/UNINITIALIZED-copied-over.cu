// Copies an array that was never set over one that was; its twin sets the first as
// well.
#include "../../test.h"

__global__ void add(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x]; // FAULT
}

int main()
{
    float host[N], *unset, *in, *out;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc(&unset, sizeof host);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef TWIN
    cudaMemcpy(unset, host, sizeof host, cudaMemcpyHostToDevice);
#endif
    cudaMemcpy(in, unset, sizeof host, cudaMemcpyDeviceToDevice);
    add<<<1, N>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[N - 1] == N - 1 ? "right" : "wrong");
    return 0;
}
