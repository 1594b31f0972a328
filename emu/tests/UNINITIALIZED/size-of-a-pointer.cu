// Copies as many bytes as a pointer has; the twin copies the array.
#include "test.h"

__global__ void pass(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x]; // FAULT
}

int main()
{
    float *host = (float *)calloc(N, sizeof *host), *in, *out;
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
#ifdef TWIN
    cudaMemcpy(in, host, N * sizeof *host, cudaMemcpyHostToDevice);
#else
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
#endif
    pass<<<1, N>>>(in, out);
    cudaMemcpy(host, out, N * sizeof *host, cudaMemcpyDeviceToHost);
    printf("right\n");
    free(host);
}
