// A thread reads an element of the other block's shared memory that was never set.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
#ifndef TWIN
    if (cluster_rank() == 0)
#endif
        box[threadIdx.x] = in[i];
    cluster_sync();
    out[i] = remote_load(&box[threadIdx.x], cluster_rank() ^ 1); // FAULT
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
