// Inline PTX: half a warp multiplies; the whole warp must.
#include "test.h"

__global__ void multiply(const float *in, float *out)
{
    float d[4] = {};
    int i = threadIdx.x;
    unsigned zero = in[0] == 0 ? 0 : 1;
#ifdef TWIN
    bool all = true;
#else
    bool all = false;
#endif
    if (all || i < 16)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 " // FAULT
                     "{%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(zero));
    out[i] = out[i + 32] = d[0];
}

int main()
{
    RUN(multiply, 1, 32, 0)
}
