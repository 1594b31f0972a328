// Inline PTX: a warp arrives at a named barrier before it stores what others wait for.
#include "test.h"

__global__ void pass(const float *in, float *out)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    if (i < 32) {
#ifndef TWIN
        asm volatile("bar.arrive 1, %0;" ::"r"(N) : "memory");
#endif
        tile[i] = in[i]; // FAULT
#ifdef TWIN
        asm volatile("bar.arrive 1, %0;" ::"r"(N) : "memory");
#endif
        out[i] = in[i];
    } else {
        asm volatile("bar.sync 1, %0;" ::"r"(N) : "memory");
        out[i] = tile[i % 32]; // FAULT
    }
}

int main()
{
    RUN(pass, 1, N, i % 32)
}
