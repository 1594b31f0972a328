// A multicast copy begins before the other block has initialised its mbarrier.
#include "cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ __align__(128) int box[CLUSTER_THREADS];
    __shared__ mbarrier full;
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, sizeof box);
    }
#ifdef TWIN
    cluster_sync();
#else
    __syncthreads();
#endif
    if (threadIdx.x == 0 && cluster_rank() == 0)
        multicast(box, in, sizeof box, &full, 3); // FAULT
    mbarrier_wait(&full, 0);
    out[i] = box[threadIdx.x];
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i % 64)
}
