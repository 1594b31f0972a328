// Inline PTX: threads wait for the number of a phase in place of its parity.
#include "test.h"

#include "mbarrier.h"

__global__ void meet(const float *in, float *out)
{
    __shared__ mbarrier ready;
    int i = threadIdx.x;
    if (i == 0)
        mbarrier_init(&ready, N);
    __syncthreads();
    for (int phase = 0; phase < 3; phase++) {
        mbarrier_arrive(&ready);
#ifdef TWIN
        mbarrier_wait(&ready, phase % 2);
#else
        mbarrier_wait(&ready, phase); // FAULT
#endif
    }
    out[i] = in[i];
}

int main()
{
    RUN(meet, 1, N, i)
}
