// A block stores to shared memory of the other block of its cluster, which may not run
// yet. That one reads what was stored after the cluster has met.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
#ifdef TWIN
    cluster_sync();
#endif
    remote_store(&box[threadIdx.x], cluster_rank() ^ 1, in[i]); // FAULT
    cluster_sync();
    out[i] = box[threadIdx.x];
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
