// A stage with an mbarrier for each of two tiles: the wait for the first one always has
// the parity of the first turn. Later an mbarrier has more arrivals than it expects.
#include "hopper.h"
#include "test.h"

enum { PART = 8, TURNS = N / (2 * PART), CONSUMERS = 32 };

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float a[PART], b[PART];
    __shared__ mbarrier full_a, full_b, empty;
    if (threadIdx.x == 0) {
        mbarrier_init(&full_a, 1);
        mbarrier_init(&full_b, 1);
        mbarrier_init(&empty, CONSUMERS);
        fence_init();
    }
    __syncthreads();
    const int i = threadIdx.x;
    if (i == CONSUMERS)
        for (int turn = 0; turn < TURNS; turn++) {
            mbarrier_wait(&empty, (turn & 1) ^ 1);
            expect_bytes(&full_a, sizeof a);
            bulk_load(a, in + turn * 2 * PART, sizeof a, &full_a);
            expect_bytes(&full_b, sizeof b);
            bulk_load(b, in + turn * 2 * PART + PART, sizeof b, &full_b);
        }
    for (int turn = 0; i < CONSUMERS && turn < TURNS; turn++) {
#ifdef TWIN
        mbarrier_wait(&full_a, turn & 1);
#else
        mbarrier_wait(&full_a, 0);
#endif
        mbarrier_wait(&full_b, turn & 1);
        if (i < 2 * PART)
            out[turn * 2 * PART + i] = i < PART ? a[i] : b[i - PART]; // FAULT
        mbarrier_arrive(&empty);
    }
}

int main()
{
    RUN(copy, 1, N, i)
}
