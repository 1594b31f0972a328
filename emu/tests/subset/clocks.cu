// clock() and clock64() grow, so that a loop which waits for them ends; a thread that
// sleeps lets the others go on.
#include <time.h>

#include "expect.h"

__device__ int flag;

__global__ void waits(long long *ticks)
{
    clock_t start = clock();
    long long wide = clock64();
    while (clock() - start < 1000)
        ;
    while (clock64() - wide < 5000)
        ;
    IS(clock64() > wide, true);
    if (threadIdx.x == 0) {
        while (atomicAdd(&flag, 0) == 0) // set by a thread that comes later
            __nanosleep(100);
        ticks[blockIdx.x] = clock64() - wide;
    } else if (threadIdx.x == 33) {
        atomicExch(&flag, 1);
    }
}

int main()
{
    long long *ticks;
    cudaMalloc(&ticks, sizeof *ticks);
    waits<<<1, 64>>>(ticks);
    clock_t host = clock(); // on the host it is the C library's
    HOST_IS(host >= 0 && CLOCKS_PER_SEC == 1000000, true);
    return report();
}
