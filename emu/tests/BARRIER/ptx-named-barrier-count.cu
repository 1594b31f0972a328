// Inline PTX: a named barrier waits for more threads than will ever arrive.
#include "test.h"

__global__ void pairs(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x, pair = i / 64;
#ifdef TWIN
    int threads = 64;
#else
    int threads = 96;
#endif
    tile[i] = in[i];
    asm volatile("bar.sync %0, %1;" ::"r"(1 + pair), "r"(threads) : "memory"); // FAULT
    out[i] = tile[i ^ 32];
}

int main()
{
    RUN(pairs, 1, N, i ^ 32)
}
