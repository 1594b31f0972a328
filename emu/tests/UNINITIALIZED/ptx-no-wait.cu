// Inline PTX: a thread reads what it copies, and does not wait.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[i]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n"
                 "cp.async.commit_group;" ::"r"(to),
                 "l"(&in[i])
                 : "memory");
#ifdef TWIN
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
    out[i] = tile[i]; // FAULT
}

int main()
{
    RUN(copy, 1, N, i)
}
