// Inline PTX: two groups, and the wait leaves one of them in flight.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float tile[2][N];
    int i = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[0][i]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n"
                 "cp.async.commit_group;\n"
                 "cp.async.ca.shared.global [%0 + 256], [%1], 4;\n"
                 "cp.async.commit_group;" ::"r"(to),
                 "l"(&in[i])
                 : "memory");
    static_assert(sizeof tile[0] == 256, "the second tile");
#ifdef TWIN
    asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
#else
    asm volatile("cp.async.wait_group %0;" ::"n"(1) : "memory");
#endif
    out[i] = tile[1][i]; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
