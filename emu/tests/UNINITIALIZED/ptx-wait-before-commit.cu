// Inline PTX: the wait comes before the commit, so that it waits for nothing.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[i]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[i])
                 : "memory");
#ifdef TWIN
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
#else
    asm volatile("cp.async.wait_group 0;\ncp.async.commit_group;" ::: "memory");
#endif
    out[i] = tile[i]; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
