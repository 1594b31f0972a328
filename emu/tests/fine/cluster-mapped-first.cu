// A block asks for the address of the other block's variable before the two have met.
#include <cooperative_groups.h>

#include "../cluster.h"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    const cg::cluster_group cluster = cg::this_cluster();
    int *const other = cluster.map_shared_rank(box, cluster.block_rank() ^ 1);
    box[threadIdx.x] = in[i];
    cluster.sync();
    out[i] = other[threadIdx.x];
    cluster.sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
