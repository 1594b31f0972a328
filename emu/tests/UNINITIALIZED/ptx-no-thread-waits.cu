// Inline PTX: an mbarrier completes copies, all threads arrive, and a __syncthreads()
// takes the place of the wait.
#include "test.h"

#include "mbarrier.h"

__global__ void copy(const float *in, float *out)
{
    __shared__ mbarrier ready;
    __shared__ float tile[N];
    int i = threadIdx.x;
    if (i == 0)
        mbarrier_init(&ready, N);
    __syncthreads();
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n"
                 "cp.async.mbarrier.arrive.noinc.shared.b64 [%2];" ::"r"(
                     shared_address(&tile[i])),
                 "l"(&in[i]), "r"(shared_address(&ready))
                 : "memory");
#ifdef TWIN
    if (i == 0)
        mbarrier_wait(&ready, 0); // one thread for all
#endif
    __syncthreads();
    out[i] = tile[(i + 1) % N]; // FAULT
}

int main()
{
    RUN(copy, 1, N, (i + 1) % N)
}
