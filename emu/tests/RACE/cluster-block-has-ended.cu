// A block ends while the other block of its cluster may still read its shared memory.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    box[threadIdx.x] = in[i];
    cluster_sync();
    out[i] = remote_load(&box[threadIdx.x], cluster_rank() ^ 1); // FAULT
#ifdef TWIN
    cluster_sync();
#endif
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
