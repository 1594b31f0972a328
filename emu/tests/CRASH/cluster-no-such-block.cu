// An address is mapped to a block that the cluster does not have.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
#ifdef TWIN
    const unsigned next = (cluster_rank() + 1) % BLOCKS;
#else
    const unsigned next = cluster_rank() + 1;
#endif
    box[threadIdx.x] = in[i];
    cluster_sync();
    const unsigned at = remote_address(&box[threadIdx.x], next); // FAULT
    asm volatile("ld.shared::cluster.s32 %0, [%1];"
                 : "=r"(out[i])
                 : "r"(at)
                 : "memory");
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
