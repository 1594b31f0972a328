// Writes past the end of a shared array, into the next one's gap, and of an array in
// device memory; and reads an int among bytes.
#include <stdio.h>

__global__ void outside(int *out, const char *bytes)
{
    __shared__ int a[32];
    a[threadIdx.x] = *(const int *)&bytes[1]; // 8
    __syncthreads();
    if (threadIdx.x == 0)
        out[64] = a[0]; // 11
}

int main()
{
    int *out;
    char *bytes;
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMalloc(&bytes, 64);
    cudaMemset(bytes, 1, 64);
    outside<<<1, 32>>>(out, bytes);
    cudaDeviceSynchronize();
    puts(cudaGetErrorString(cudaGetLastError()));
    cudaFree(out);
    cudaFree(bytes);
    return 0;
}
