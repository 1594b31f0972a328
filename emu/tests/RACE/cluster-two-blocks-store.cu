// Both blocks of a cluster store to the shared memory of one of them.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[2 * CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
#ifdef TWIN
    const int at = i;
#else
    const int at = threadIdx.x;
#endif
    box[threadIdx.x] = box[threadIdx.x + CLUSTER_THREADS] = -1;
    cluster_sync();
    remote_store(&box[at], 0, in[i]); // FAULT
    cluster_sync();
    out[i] = remote_load(&box[at], 0);
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i)
}
