// Threads arrive at an mbarrier of the other block, which has ended or may have: it
// does not wait for the last phase.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ mbarrier done;
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    if (threadIdx.x == 0) {
        mbarrier_init(&done, CLUSTER_THREADS);
        fence_init();
    }
    cluster_sync();
    out[i] = in[i];
    remote_arrive(&done, cluster_rank() ^ 1); // FAULT
#ifdef TWIN
    mbarrier_wait(&done, 0);
#endif
}

int main()
{
    CLUSTERS(turn, 2, 128, i)
}
