// A thread of one block polls an mbarrier that no thread arrives at, and then works for
// longer. Meanwhile the other block waits for it, at the barrier of the cluster and at
// one of its own.
#include "../cluster.h"

__device__ static bool is_complete(mbarrier *b)
{
    int complete;
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n"
                 "selp.b32 %0, 1, 0, p;\n"
                 "}"
                 : "=r"(complete)
                 : "r"(shared_address(b))
                 : "memory");
    return complete;
}

__global__ void __cluster_dims__(BLOCKS) turn(const int *in, int *out)
{
    __shared__ mbarrier never;
    __shared__ int sum;
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;
    if (threadIdx.x == 0) {
        mbarrier_init(&never, 1);
        sum = 0;
    }
    __syncthreads();
    if (cluster_rank() == 0 && threadIdx.x == 0) {
        for (int k = 0; k < 3 && !is_complete(&never); k++)
            ;
        for (int k = 0; k < 100000; k++)
            sum += in[1];
        sum -= 100000;
    }
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    if (cluster_rank() == 1 && threadIdx.x >= 32)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
    if (cluster_rank() == 1 && threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    out[i] = in[i] + remote_load(&sum, 0);
    cluster_sync();
}

int main()
{
    CLUSTERS(turn, 2, 128, i)
}
