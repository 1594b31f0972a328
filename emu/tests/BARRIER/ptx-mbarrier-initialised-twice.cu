// Inline PTX: an mbarrier is initialised again, and was not invalidated before.
#include "test.h"

#include "mbarrier.h"

__global__ void meet(const float *in, float *out)
{
    __shared__ mbarrier ready;
    int i = threadIdx.x;
    for (int round = 0; round < 2; round++) {
        if (i == 0) {
            unsigned at = shared_address(&ready);
#ifdef TWIN
            if (round == 1)
                asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
#endif
            asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(N) // FAULT
                         : "memory");
        }
        __syncthreads();
        mbarrier_arrive(&ready);
        mbarrier_wait(&ready, 0);
        __syncthreads();
    }
    out[i] = in[i];
}

int main()
{
    RUN(meet, 1, N, i)
}
