// Inline PTX: a thread stores to bytes that it copies to, and only other threads have
// waited for the mbarrier that completes the copy.
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
    mbarrier_wait(&ready, 0);
#else
    if (i < N - 1)
        mbarrier_wait(&ready, 0);
#endif
    tile[i] = i; // FAULT
    out[i] = tile[i];
}

int main()
{
    RUN(copy, 1, N, i)
}
