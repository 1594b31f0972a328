// Inline PTX: some threads commit once less, so that their wait leaves a copy in flight
// that they need.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ float tile[2][N];
    int i = threadIdx.x;
    for (int t = 0; t < 2; t++) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&tile[t][i]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[i])
                     : "memory");
#ifdef TWIN
        asm volatile("cp.async.commit_group;" ::: "memory");
#else
        if (i < 5 || t == 0)
            asm volatile("cp.async.commit_group;" ::: "memory");
#endif
    }
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    float first = tile[0][i]; // FAULT
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[i] = (first + tile[1][i]) / 2;
}

int main()
{
    RUN(copy, 1, N, i)
}
