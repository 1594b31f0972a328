// Inline PTX: each thread waits for its own copies, and reads those of another thread.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[i]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" // FAULT
                 "cp.async.commit_group;\n"
                 "cp.async.wait_all;" ::"r"(to),
                 "l"(&in[i])
                 : "memory");
#ifdef TWIN
    __syncthreads();
#endif
    out[i] = tile[N - 1 - i]; // FAULT
}

int main()
{
    RUN(copy, 1, N, N - 1 - i)
}
