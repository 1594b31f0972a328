// Counts by an atomic operation of g++'s own, of which the last is one too far.
#include "../../test.h"

__global__ void count(const float *in, float *out)
{
    __shared__ unsigned bins[N];
    unsigned i = threadIdx.x;
#ifdef TWIN
    unsigned bin = (i + 1) % N;
#else
    unsigned bin = i + 1;
#endif
    bins[i] = in[i] < 0;
    __syncthreads();
    __atomic_fetch_add(&bins[bin], 1, __ATOMIC_RELAXED); // FAULT
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_fetch_or(&bins[i], 0, __ATOMIC_RELAXED); // no race with the other
    __syncthreads();
    out[i] = bins[i];
}

int main()
{
    RUN(count, 1, N, 1)
}
