// A stage that both blocks of a cluster read is filled again by a multicast copy when
// the threads of one block have arrived.
#include "cluster_ring.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
#ifdef TWIN
    RING(2 * CLUSTER_THREADS, remote_arrive(&empty, 0))
#else
    RING(CLUSTER_THREADS, if (cluster_rank() == 0) mbarrier_arrive(&empty)) // FAULT
#endif
}

int main()
{
    CLUSTERS(turn, 2, 256, i < 128 ? i % 64 * 4 + 6 * 64 : -1)
}
