// Inline PTX: a producer fills a stage again, and does not wait until it was read.
#include "test.h"

#include "mbarrier.h"

enum { TIMES = 4 };

__global__ void pass(const float *in, float *out)
{
    __shared__ mbarrier full, empty;
    __shared__ float stage[32];
    int i = threadIdx.x, lane = i % 32;
    if (i == 0) {
        mbarrier_init(&full, 32);
        mbarrier_init(&empty, N - 32);
    }
    __syncthreads();
    for (int k = 0; k < TIMES; k++) {
        if (i < 32) {
#ifdef TWIN
            mbarrier_wait(&empty, k % 2 ^ 1);
#endif
            stage[lane] = in[lane]; // FAULT
            mbarrier_arrive(&full);
        } else {
            mbarrier_wait(&full, k % 2);
            out[i] = stage[(lane + 1) % 32]; // FAULT
            mbarrier_arrive(&empty);
        }
    }
    if (i < 32)
        out[i] = in[(lane + 1) % 32];
}

int main()
{
    RUN(pass, 1, N, (i % 32 + 1) % 32)
}
