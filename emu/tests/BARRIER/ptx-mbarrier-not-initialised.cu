// Inline PTX: threads arrive at an mbarrier that no thread has initialised.
#include "test.h"

#include "mbarrier.h"

__global__ void meet(const float *in, float *out)
{
    __shared__ mbarrier ready;
    int i = threadIdx.x;
#ifdef TWIN
    if (i == 0)
        mbarrier_init(&ready, N);
#endif
    __syncthreads();
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
