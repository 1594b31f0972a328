// The threads of a block read what the other block of their cluster has stored, after a
// __syncthreads() alone.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    box[threadIdx.x] = in[i];
#ifdef TWIN
    cluster_sync();
#else
    __syncthreads();
#endif
    out[i] = remote_load(&box[threadIdx.x], cluster_rank() ^ 1); // FAULT
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
