// The last float4 lies half outside its array of 62 floats; the twin's array has 64.
#include "test.h"

__global__ void sum(const float4 *in, float *out)
{
    float4 v = in[threadIdx.x]; // FAULT
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main()
{
#ifdef TWIN
    const int n = 64;
#else
    const int n = 62;
#endif
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, 16 * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    sum<<<1, 16>>>((const float4 *)in, out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return 0;
}
