// A block reads what the other block of its cluster has stored there, after a barrier
// that is relaxed: it orders no stores.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    cluster_sync();
    remote_store(&box[threadIdx.x], cluster_rank() ^ 1, in[i]);
#ifdef TWIN
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
#endif
    asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
    out[i] = box[threadIdx.x]; // FAULT
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
