// Halves a sum step by step with one barrier before the loop; the twin's is inside it.
#include "test.h"

__global__ void sum(const float *in, float *out)
{
    __shared__ float part[N];
    int i = threadIdx.x;
    part[i] = in[i];
#ifndef TWIN
    __syncthreads(); // part is full
#endif
    for (int n = N / 2; n > 0; n /= 2) {
#ifdef TWIN
        __syncthreads(); // part holds 2 n sums
#endif
        if (i < n)
            part[i] += part[i + n]; // FAULT
    }
    __syncthreads(); // part[0] is the sum
    out[i] = part[0];
}

int main()
{
    RUN(sum, 1, N, N * (N - 1) / 2)
}
