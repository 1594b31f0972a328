// Launches on a stream that was destroyed; the twin destroys it later.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *data;
    cudaStream_t stream;
    cudaMalloc(&data, N * sizeof(float));
    cudaMemset(data, 0, N * sizeof(float));
    cudaStreamCreate(&stream);
#ifndef TWIN
    cudaStreamDestroy(stream);
#endif
    copy<<<1, N / 2, 0, stream>>>(data, data + N / 2); // FAULT
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    cudaFree(data);
    return 0;
}
