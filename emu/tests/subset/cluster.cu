// Clusters: places, shared memory of other blocks, barriers, copies to several blocks.
#include "expect.h"

#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

#define REGISTER(name)                                                                 \
    [] {                                                                               \
        unsigned value;                                                                \
        asm volatile("mov.u32 %0, %%" name ";" : "=r"(value));                         \
        return value;                                                                  \
    }()

// Clusters of 2 x 3 blocks.
__global__ void __cluster_dims__(2, 3) places()
{
    const cg::cluster_group cluster = cg::this_cluster();
    const dim3 at = cluster.block_index(), all = cluster.dim_blocks();
    IS(at.x, blockIdx.x % 2);
    IS(at.y, blockIdx.y % 3);
    IS(at.z, 0);
    IS(all.x, 2);
    IS(all.y, 3);
    IS(all.z, 1);
    IS(cluster.block_rank(), at.y * 2 + at.x);
    IS(cluster.num_blocks(), 6);
    IS(cluster.num_threads(), 6 * 32);
    IS(cluster.thread_rank(), cluster.block_rank() * 32 + threadIdx.x);
    IS(REGISTER("cluster_ctaid.x"), at.x);
    IS(REGISTER("cluster_ctaid.y"), at.y);
    IS(REGISTER("cluster_ctaid.z"), 0);
    IS(REGISTER("cluster_nctaid.x"), 2);
    IS(REGISTER("cluster_nctaid.y"), 3);
    IS(REGISTER("cluster_ctarank"), cluster.block_rank());
    IS(REGISTER("cluster_nctarank"), 6);
    IS(REGISTER("clusterid.x"), blockIdx.x / 2);
    IS(REGISTER("clusterid.y"), blockIdx.y / 3);
    IS(REGISTER("clusterid.z"), blockIdx.z);
    IS(REGISTER("nclusterid.x"), 2);
    IS(REGISTER("nclusterid.y"), 2);
    IS(REGISTER("nclusterid.z"), 2);
    IS(__clusterRelativeBlockRank(), cluster.block_rank());
    IS(__clusterIdx().y, blockIdx.y / 3);
    IS(ptx::get_sreg_cluster_ctarank(), cluster.block_rank());
    IS(ptx::get_sreg_nclusterid_x(), 2);
}

// Without clusters, each block is one.
__global__ void alone()
{
    __shared__ int box;
    const cg::cluster_group cluster = cg::this_cluster();
    IS(cluster.num_blocks(), 1);
    IS(cluster.block_rank(), 0);
    if (threadIdx.x == 0)
        box = blockIdx.x;
    cluster.sync();
    IS(*cluster.map_shared_rank(&box, 0), (int)blockIdx.x);
    cluster.sync();
}

// Addresses of the other blocks, and accesses to them, of all kinds.
__global__ void __cluster_dims__(4) addresses()
{
    __shared__ int4 box[32];
    __shared__ int sum;
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), next = (rank + 1) % 4;
    unsigned at, of, shared, mine;
    unsigned long long p;
    const unsigned own = (unsigned)__cvta_generic_to_shared(&box[threadIdx.x]);
    if (threadIdx.x == 0)
        sum = 0;
    cluster.sync();
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(own), "r"(next));
    asm("mapa.u64 %0, %1, %2;" : "=l"(p) : "l"(&box[threadIdx.x]), "r"(next));
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(of) : "r"(at));
    IS(of, next);
    IS(cluster.query_shared_rank((void *)p), next);
    IS((int4 *)p, cluster.map_shared_rank(&box[threadIdx.x], next));
    asm("{\n.reg .pred p, q;\n"
        "isspacep.shared::cluster p, %2;\n"
        "isspacep.shared::cta q, %2;\n"
        "selp.u32 %0, 1, 0, p;\n"
        "selp.u32 %1, 1, 0, q;\n}"
        : "=r"(shared), "=r"(mine)
        : "l"(p));
    IS(shared, 1);
    IS(mine, 0);
    IS((unsigned)__cvta_generic_to_shared((void *)p), at);
    asm volatile("st.shared::cluster.v4.s32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(1),
                 "r"(2), "r"(3), "r"(rank)
                 : "memory");
    asm volatile(
        "red.relaxed.cluster.shared::cluster.add.s32 [%0], %1;" ::"r"(
            (unsigned)__cvta_generic_to_shared(cluster.map_shared_rank(&sum, next))),
        "r"(threadIdx.x)
        : "memory");
    cluster.sync();
    IS(box[threadIdx.x].x + box[threadIdx.x].y + box[threadIdx.x].z, 6);
    IS(box[threadIdx.x].w, (int)((rank + 3) % 4));
    IS(sum, 31 * 32 / 2);
    IS(((const int4 *)p)->w, (int)rank);
    cluster.sync();
}

// A copy to some blocks of the cluster; each counts its bytes itself.
__global__ void __cluster_dims__(4) copies(const int *in)
{
    __shared__ __align__(128) int box[32];
    __shared__ uint64_t full;
    const unsigned rank = ptx::get_sreg_cluster_ctarank();
    const uint16_t ranks = 1 << 0 | 1 << 2 | 1 << 3;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    box[threadIdx.x] = -1;
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    if (threadIdx.x == 0 && (ranks >> rank & 1))
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full, sizeof box);
    if (threadIdx.x == 0 && rank == 2)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, box, in, sizeof box,
                           &full, ranks);
    if (ranks >> rank & 1)
        while (!ptx::mbarrier_try_wait_parity(&full, 0))
            ;
    IS(box[threadIdx.x], rank == 1 ? -1 : (int)threadIdx.x);
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

// Arrivals at an mbarrier of another block.
__global__ void __cluster_dims__(2) arrivals()
{
    __shared__ uint64_t done;
    __shared__ int box;
    const unsigned rank = ptx::get_sreg_cluster_ctarank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&done, 32);
        box = 0;
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    uint64_t *there = cg::this_cluster().map_shared_rank(&done, rank ^ 1);
    int *to = cg::this_cluster().map_shared_rank(&box, rank ^ 1);
    if (threadIdx.x == 5)
        *to = 7 + rank;
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                         there);
    while (
        !ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &done, 0))
        ;
    IS(box, 7 + (int)(rank ^ 1));
}

__global__ void ranks_of_16(int *seen)
{
    atomicAdd(&seen[cg::this_cluster().block_rank()], 1);
}

int main()
{
    int *in, *seen, host[32];
    for (int i = 0; i < 32; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMallocManaged(&seen, 16 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(seen, 0, 16 * sizeof(int));
    places<<<dim3(4, 6, 2), 32>>>();
    alone<<<3, 64>>>();
    addresses<<<8, 32>>>();
    copies<<<8, 32>>>(in);
    arrivals<<<4, 32>>>();

    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 16;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = 32;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    HOST_IS(cudaFuncSetAttribute(ranks_of_16,
                                 cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
            cudaSuccess);
    HOST_IS(cudaLaunchKernelEx(&config, ranks_of_16, seen), cudaSuccess);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        HOST_IS(seen[i], 2 * 32);
    int supported = 0;
    HOST_IS(cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, 0),
            cudaSuccess);
    HOST_IS(supported, 1);
    return report();
}
