// Inline PTX: threads arrive at one named barrier with different counts.
#include "test.h"

__global__ void pairs(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
#ifdef TWIN
    int threads = N;
#else
    int threads = i < 32 ? N : 32;
#endif
    tile[i] = in[i];
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); // FAULT
    out[i] = tile[i ^ 32];
}

int main()
{
    RUN(pairs, 1, N, i ^ 32)
}
