// Inline PTX: a stage of a ring is filled again while others may still read it.
#include "test.h"

__global__ void ring(const float *in, float *out)
{
    __shared__ float stage[2][N];
    int i = threadIdx.x;
    float sum = 0;
    for (int t = 0; t < 5; t++) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&stage[t % 2][i]);
        asm volatile("{ .reg .pred p;\n"
                     "  setp.lt.s32 p, %2, 4;\n"
                     "  @p cp.async.ca.shared.global [%0], [%1], 4;\n" // FAULT
                     "  cp.async.commit_group;\n"
                     "  cp.async.wait_group 1; }" ::"r"(to),
                     "l"(&in[i]), "r"(t)
                     : "memory");
        __syncthreads(); // the tile before is full
        if (t > 0)
            sum += stage[(t - 1) % 2][N - 1 - i]; // FAULT
#ifdef TWIN
        __syncthreads(); // all have read it
#endif
    }
    out[i] = sum / 4;
}

int main()
{
    RUN(ring, 1, N, N - 1 - i)
}
