// Inline PTX: threads wait for the wrong parity, of a phase that no thread completes.
#include "test.h"

#include "mbarrier.h"

__global__ void meet(const float *in, float *out)
{
    __shared__ mbarrier ready;
    int i = threadIdx.x, complete, parity = 0;
    if (i == 0)
        mbarrier_init(&ready, N);
    __syncthreads();
    mbarrier_arrive(&ready);
    mbarrier_wait(&ready, 0);
#ifndef TWIN
    parity = 1; // the phase of parity 0 is complete, the next one is not
#endif
    do
        asm volatile("{.reg .pred p;"
                     "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;" // FAULT
                     "selp.b32 %0, 1, 0, p;}"
                     : "=r"(complete)
                     : "r"(shared_address(&ready)), "r"(parity)
                     : "memory");
    while (!complete);
    out[i] = in[i];
}

int main()
{
    RUN(meet, 1, N, i)
}
