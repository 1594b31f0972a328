// A histogram has a bin too few; the twin's has them all.
#include "test.h"

__global__ void histogram(const float *in, unsigned *bins)
{
    atomicAdd(&bins[(int)in[threadIdx.x] / 8], 1u); // FAULT
}

int main()
{
#ifdef TWIN
    const int n = 8;
#else
    const int n = 7;
#endif
    float host[N], *in;
    unsigned *bins;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMalloc(&bins, n * sizeof(unsigned));
    cudaMemset(bins, 0, n * sizeof(unsigned));
    histogram<<<1, N>>>(in, bins);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
