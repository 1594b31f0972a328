// Inline PTX: a warp stores, and sets a flag by .release; others wait for it by
// .acquire.
#include "test.h"

__global__ void pass(const float *in, float *out)
{
    __shared__ float tile[32];
    __shared__ unsigned flag, count;
    int i = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&flag), seen, old;
    unsigned counter = (unsigned)__cvta_generic_to_shared(&count);
    if (i == 0)
        flag = count = 0;
    __syncthreads();
    if (i < 32) {
        tile[i] = in[i];
        __syncwarp();
        if (i == 0)
            asm volatile("st.release.cta.shared.u32 [%0], 1;" ::"r"(at) : "memory");
        // Each reader adds one, after it has read.
        do
            asm volatile("atom.acquire.cta.shared.add.u32 %0, [%1], 0;"
                         : "=r"(old)
                         : "r"(counter)
                         : "memory");
        while (old < N - 32);
        tile[i] = -1;
        out[i] = in[i];
    } else {
        do
            asm volatile("ld.acquire.cta.shared.u32 %0, [%1];"
                         : "=r"(seen)
                         : "r"(at)
                         : "memory");
        while (!seen);
        out[i] = tile[(i + 1) % 32];
        asm volatile("red.release.cta.shared.add.u32 [%0], 1;" ::"r"(counter)
                     : "memory");
    }
}

int main()
{
    RUN(pass, 1, N, i < 32 ? i : (i + 1) % 32)
}
