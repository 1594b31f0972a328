// Threads arrive at the barrier of the cluster again without having waited.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    out[i] = in[i];
#ifndef TWIN
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // FAULT
#endif
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

int main()
{
    CLUSTERS(turn, 2, 128, i)
}
