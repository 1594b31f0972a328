// A histogram whose bins are distributed over the shared memory of a cluster: all
// blocks add to all bins by atomic operations.
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

enum { BLOCKS = 4, THREADS = 64, BINS = 16 /* of each block */, N = 8 * THREADS };

__global__ void __cluster_dims__(BLOCKS, 1, 1) histogram(const int *in, int *out)
{
    __shared__ int bins[BINS];
    const cg::cluster_group cluster = cg::this_cluster();
    const int value = in[blockIdx.x * THREADS + threadIdx.x];
    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0;
    cluster.sync();
    int *of = cluster.map_shared_rank(bins, value / BINS);
    atomicAdd(&of[value % BINS], 1);
    cluster.sync();
    if (threadIdx.x < BINS)
        atomicAdd(&out[cluster.block_rank() * BINS + threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    static int host[N], counted[BLOCKS * BINS];
    int *in, *out;
    for (int i = 0; i < N; i++) {
        host[i] = i * i % (BLOCKS * BINS);
        counted[host[i]]++;
    }
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof counted);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof counted);
    histogram<<<N / THREADS, THREADS>>>(in, out);
    cudaMemcpy(host, out, sizeof counted, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * BINS; i++)
        if (host[i] != counted[i]) {
            printf("bin %d is %d, not %d\n", i, host[i], counted[i]);
            return 1;
        }
    printf("right\n");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
