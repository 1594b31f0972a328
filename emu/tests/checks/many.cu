// Four faults that a GPU survives, and memory that is never freed.
#include <stdio.h>

__global__ void many(const float *in, float *out, int n)
{
    __shared__ float s[64];
    int i = threadIdx.x;
    s[i] = in[i];
    out[i] = s[63 - i];         // 9: a race with line 8
    out[n + blockIdx.x] = i;    // 10: all threads of a block write one element
    __syncthreads();            // out is stored
    out[i] += s[i] + in[n + i]; // 12: nothing has set in[n] and what follows
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 1024); // 18
    cudaMalloc(&out, 512);
    cudaMemset(in, 0, 64 * sizeof *in);
    for (int launch = 0; launch < 2; launch++)
        many<<<2, 64>>>(in, out, 64);
    cudaDeviceSynchronize();
    puts(cudaGetErrorString(cudaGetLastError()));
    cudaFree(out);
    return 0;
}
