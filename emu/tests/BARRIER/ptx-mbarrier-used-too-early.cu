// Inline PTX: an mbarrier is used before the threads know that it is initialised.
#include "test.h"

#include "mbarrier.h"

__global__ void meet(const float *in, float *out)
{
    __shared__ mbarrier ready;
    int i = threadIdx.x;
    if (i == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&ready)),
                     "r"(N)
                     : "memory");
#ifdef TWIN
    __syncthreads();
#endif
    asm volatile("{.reg .b64 s; mbarrier.arrive.shared.b64 s, [%0];}" ::"r"( // FAULT
                     shared_address(&ready))
                 : "memory");
    mbarrier_wait(&ready, 0);
    out[i] = in[i];
}

int main()
{
    RUN(meet, 1, N, i)
}
