// A block stores to its shared memory again, while the other block of its cluster may
// still read it.
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
#else
    __syncthreads();
#endif
    box[threadIdx.x] = 0; // FAULT
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
