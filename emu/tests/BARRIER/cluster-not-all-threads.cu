// One block of a cluster waits for the other, whose threads wait for bytes that no copy
// brings.
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
    cluster_sync();
    if (threadIdx.x == 0 && cluster_rank() == 0)
#ifdef TWIN
        multicast(box, in, sizeof box, &full, 3);
#else
        multicast(box, in, sizeof box, &full, 1);
#endif
    mbarrier_wait(&full, 0); // FAULT
    out[i] = box[threadIdx.x];
    cluster_sync(); // FAULT
}

int main()
{
    CLUSTERS(turn, 2, 128, i % 64)
}
