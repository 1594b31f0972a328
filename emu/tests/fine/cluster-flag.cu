// A block waits for a flag in its shared memory, which the other block sets behind its
// data, by a store that releases.
#include "../cluster.h"

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ int box[CLUSTER_THREADS], flag;
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    const unsigned other = cluster_rank() ^ 1;
    int set;
    if (threadIdx.x == 0)
        flag = 0;
    cluster_sync();
    remote_store(&box[threadIdx.x], other, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("st.release.cluster.shared::cluster.s32 [%0], 1;" ::"r"(
                         remote_address(&flag, other))
                     : "memory");
    do
        asm volatile("ld.acquire.cluster.shared::cta.s32 %0, [%1];"
                     : "=r"(set)
                     : "r"(shared_address(&flag))
                     : "memory");
    while (!set);
    out[i] = box[threadIdx.x];
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i ^ 64)
}
