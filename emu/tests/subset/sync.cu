// Barriers with a vote, barriers of part of a warp, fences.
#include "expect.h"

__global__ void votes(void)
{
    int i = threadIdx.x;
    IS(__syncthreads_count(i % 3 == 0), 32);
    IS(__syncthreads_count(i < 5 ? i : 0), 4); // any value but 0 counts once
    IS(__syncthreads_and(i >= 0) != 0, true);
    IS(__syncthreads_and(i != 77) != 0, false);
    IS(__syncthreads_or(i == 95) != 0, true);
    IS(__syncthreads_or(i == 96) != 0, false);
    __syncthreads();
    IS(__syncthreads_count(1), 96); // a plain barrier before it leaves nothing behind
}

// Threads that have returned do not vote.
__global__ void votes_of_the_rest(void)
{
    if (threadIdx.x >= 64)
        return;
    IS(__syncthreads_count(1), 64);
    IS(__syncthreads_and(1) != 0, true);
}

// Shared memory is exchanged within a quarter of a warp, without a barrier of the rest.
__global__ void quarters(void)
{
    __shared__ int box[32];
    int lane = threadIdx.x, first = lane / 8 * 8;
    unsigned mask = 0xffu << first;
    for (int round = 0; round < lane / 8 + 1; round++) {
        box[lane] = lane * 10 + round;
        __syncwarp(mask);
        IS(box[first + (lane + 1) % 8], (first + (lane + 1) % 8) * 10 + round);
        __syncwarp(mask);
    }
}

__device__ int published, ready;

// Fences order stores; that they compile and pass is all one block can show.
__global__ void fences(void)
{
    if (threadIdx.x == 0) {
        published = 7;
        __threadfence();
        atomicExch(&ready, 1);
        __threadfence_block();
        __threadfence_system();
    }
    __syncthreads();
    IS(published, 7);
}

int main()
{
    votes<<<3, 96>>>();
    votes_of_the_rest<<<1, 96>>>();
    quarters<<<1, 32>>>();
    fences<<<1, 32>>>();
    return report();
}
