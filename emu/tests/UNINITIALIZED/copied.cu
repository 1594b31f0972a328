// Copies unset memory from array to array, and reads the copy; the twin sets it first.
#include "test.h"

__global__ void add(const float *a, float *out)
{
    out[threadIdx.x] = a[threadIdx.x] + 1; // FAULT
}

int main()
{
    float host[N], *a, *b, *out;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMalloc(&out, sizeof host);
#ifdef TWIN
    cudaMemset(a, 0, sizeof host);
#endif
    cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice);
    add<<<1, N>>>(b, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[0] == 1 ? "right" : "wrong");
    return 0;
}
