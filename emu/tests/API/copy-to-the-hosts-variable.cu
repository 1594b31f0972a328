// cudaMemcpy() to a __device__ variable by the address that host code has of it.
#include "test.h"

__device__ float factors[4];

__global__ void multiply(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x] * factors[threadIdx.x % 4];
}

int main()
{
    const float two[4] = {2, 2, 2, 2};
#ifdef TWIN
    cudaMemcpyToSymbol(factors, two, sizeof two);
#else
    cudaMemcpy(factors, two, sizeof two, cudaMemcpyHostToDevice); // FAULT
#endif
    RUN(multiply, 1, N, 2 * i)
}
