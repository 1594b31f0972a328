/* A ring of one stage that both blocks of a cluster read, and one fills, for kernels of
   this folder. */
#ifndef CLUSTER_RING_H
#define CLUSTER_RING_H

#include "cluster.h"

enum { TURNS = 4 };

/* `release` frees the stage for the next turn; the empty mbarrier of the block that
   fills it expects `arrivals`. */
#define RING(arrivals, release)                                                        \
    __shared__ __align__(128) int box[CLUSTER_THREADS];                                \
    __shared__ mbarrier full, empty;                                                   \
    const int i = blockIdx.x * CLUSTER_THREADS + threadIdx.x;                          \
    int sum = 0;                                                                       \
    if (threadIdx.x == 0) {                                                            \
        mbarrier_init(&full, 1);                                                       \
        mbarrier_init(&empty, arrivals);                                               \
        fence_init();                                                                  \
    }                                                                                  \
    cluster_sync();                                                                    \
    for (int turn = 0; turn < TURNS; turn++) {                                         \
        if (threadIdx.x == 0) {                                                        \
            expect_bytes(&full, sizeof box);                                           \
            if (cluster_rank() == 0) {                                                 \
                if (turn > 0)                                                          \
                    mbarrier_wait(&empty, turn - 1 & 1);                               \
                multicast(box, in + turn * CLUSTER_THREADS, sizeof box, &full, 3);     \
            }                                                                          \
        }                                                                              \
        mbarrier_wait(&full, turn & 1);                                                \
        sum += box[threadIdx.x];                                                       \
        release;                                                                       \
    }                                                                                  \
    out[i] = sum;                                                                      \
    cluster_sync();

#endif
