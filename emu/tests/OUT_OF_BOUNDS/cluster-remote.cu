// A thread stores past the end of the other block's array.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
#ifdef TWIN
    const int at = threadIdx.x;
#else
    const int at = threadIdx.x + 1;
#endif
    cluster_sync();
    remote_store(&box[at], cluster_rank() ^ 1, in[i]); // FAULT
    cluster_sync();
    out[i] = box[at];
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
