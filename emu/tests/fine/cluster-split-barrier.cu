// Threads arrive at the barrier of the cluster, work on their own, and then wait; in
// the last phase the threads of one block arrive and end.
#include "../cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS];
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        box[threadIdx.x] = in[i] + k;
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        sum += in[i];
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
        sum += remote_load(&box[threadIdx.x], cluster_rank() ^ 1);
        cluster_sync();
    }
    out[i] = sum;
}

int main()
{
    CLUSTERS(turn, 2, 128, 3 * i + 3 * (i ^ 64) + 3)
}
