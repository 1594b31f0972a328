/* Clusters by inline PTX, for the kernels of this folder: a cluster has two blocks. */
#ifndef CLUSTER_H
#define CLUSTER_H

#include <stdio.h>

#include "hopper.h"

enum { BLOCKS = 2, CLUSTER_THREADS = 64 };

__device__ static inline unsigned cluster_rank()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* All threads of both blocks meet. */
__device__ static inline void cluster_sync()
{
    asm volatile("barrier.cluster.arrive.release.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
}

/* The place of p in shared memory of the block with this rank. */
__device__ static inline unsigned remote_address(const void *p, unsigned rank)
{
    unsigned at;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(at)
                 : "r"(shared_address(p)), "r"(rank));
    return at;
}
__device__ static inline int remote_load(const int *p, unsigned rank)
{
    int value;
    asm volatile("ld.shared::cluster.s32 %0, [%1];"
                 : "=r"(value)
                 : "r"(remote_address(p, rank))
                 : "memory");
    return value;
}
__device__ static inline void remote_store(int *p, unsigned rank, int value)
{
    asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(remote_address(p, rank)),
                 "r"(value)
                 : "memory");
}
__device__ static inline void remote_arrive(mbarrier *b, unsigned rank)
{
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                     remote_address(b, rank))
                 : "memory");
}

/* Bytes in a row, to the same place in the blocks of `ranks`, one bit each. */
__device__ static inline void multicast(void *to, const void *from, int bytes,
                                        mbarrier *b, unsigned short ranks)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(b)), "h"(ranks)
        : "memory");
}

/* Run kernel(in, out) in clusters of two blocks, `blocks` in all, with n elements of in
   and out; in[i] is i. Then out[i] must be expected(i): "right", or what is not. */
#define CLUSTERS(kernel, blocks, n, expected)                                          \
    static int host[n];                                                                \
    int *in, *out;                                                                     \
    for (int i = 0; i < n; i++)                                                        \
        host[i] = i;                                                                   \
    cudaMalloc(&in, sizeof host);                                                      \
    cudaMalloc(&out, sizeof host);                                                     \
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);                         \
    cudaMemset(out, 0xff, sizeof host);                                                \
    kernel<<<blocks, CLUSTER_THREADS>>>(in, out);                                      \
    cudaError_t error = cudaDeviceSynchronize();                                       \
    if (error) {                                                                       \
        printf("%s\n", cudaGetErrorName(error));                                       \
        return 1;                                                                      \
    }                                                                                  \
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);                        \
    for (int i = 0; i < n; i++)                                                        \
        if (host[i] != (expected)) {                                                   \
            printf("out[%d] is %d, not %d\n", i, host[i], expected);                   \
            return 1;                                                                  \
        }                                                                              \
    printf("right\n");

#endif
