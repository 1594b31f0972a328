// Fills the next tile while others still read this one; the twin waits.
#include "test.h"

__global__ void sums(const float *in, float *out)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < N; k0 += 32) {
        if (i < 32)
            tile[i] = in[k0 + i]; // FAULT
        __syncthreads();          // tile is full
        for (int k = 0; k < 32; k++)
            sum += tile[k]; // FAULT
#ifdef TWIN
        __syncthreads(); // tile has been read
#endif
    }
    out[i] = sum;
}

int main()
{
    RUN(sums, 1, N, N * (N - 1) / 2)
}
