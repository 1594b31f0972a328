// Blocks that order themselves: by a flag per warp, by ld.acquire and st.release, by a
// volatile state and a ticket, by a lock, in the order of their numbers, and through a
// block in between.
#include "test.h"

enum { BLOCKS = 8, THREADS = 64, ALL = BLOCKS * THREADS };
__device__ unsigned flag[ALL], ticket, turn;
__device__ volatile unsigned state[BLOCKS];
__device__ int stored[ALL], taken, lists, list[BLOCKS];

__global__ void by_warp(int *out)
{
    const int i = blockIdx.x * THREADS + threadIdx.x, warp = i / 32;
    stored[i] = i;
    __threadfence();
    __syncwarp();
    if (i % 32 == 0)
        atomicExch(&flag[warp], 1u);
    if (i < THREADS)
        return;
    if (i % 32 == 0)
        while (atomicAdd(&flag[warp - THREADS / 32], 0u) == 0)
            ;
    __syncwarp();
    atomicAdd(out, stored[i - THREADS] == i - THREADS);
}

__global__ void by_acquire(int *out)
{
    const int b = blockIdx.x, i = b * THREADS + threadIdx.x;
    stored[i] = -i;
    __syncthreads(); // the block has stored
    if (threadIdx.x == 0)
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(&flag[b]), "r"(2u)
                     : "memory");
    if (b == 0)
        return;
    unsigned seen = 0;
    while (threadIdx.x == 0 && seen != 2)
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                     : "=r"(seen)
                     : "l"(&flag[b - 1])
                     : "memory");
    __syncthreads(); // thread 0 has seen the flag
    atomicAdd(out, stored[i - THREADS] == -(i - THREADS));
}

__global__ void by_ticket(int *out)
{
    if (threadIdx.x != 0)
        return;
    const unsigned me = atomicAdd(&ticket, 1u);
    int before = 0;
    if (me > 0) {
        while (state[me - 1] == 0)
            ;
        __threadfence();
        before = stored[me - 1];
    }
    stored[me] = before + THREADS;
    __threadfence();
    state[me] = 1;
    if (me == BLOCKS - 1)
        *out += stored[me] - THREADS;
}

__global__ void by_lock(int *out)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&taken, 0, 1))
        ;
    __threadfence();
    list[lists] = blockIdx.x;
    lists++;
    if (lists == BLOCKS)
        *out += (BLOCKS - 1) * THREADS;
    __threadfence();
    atomicExch(&taken, 0);
}

__global__ void by_turn(int *out)
{
    if (threadIdx.x == 0)
        while (atomicAdd(&turn, 0u) != blockIdx.x)
            ;
    __syncthreads(); // it is this block's turn
    out[1 + threadIdx.x] += 1;
    __syncthreads(); // all have added
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&turn, 1u);
    }
}

int main()
{
    int host[1 + THREADS], *out;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    by_warp<<<BLOCKS, THREADS>>>(out);
    by_acquire<<<BLOCKS, THREADS>>>(out);
    by_ticket<<<BLOCKS, THREADS>>>(out);
    by_lock<<<BLOCKS, THREADS>>>(out);
    by_turn<<<BLOCKS, THREADS>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    if (host[0] != 4 * (BLOCKS - 1) * THREADS)
        printf("%d\n", host[0]);
    for (int t = 1; t <= THREADS; t++)
        if (host[t] != BLOCKS)
            printf("%d of thread %d\n", host[t], t - 1);
    printf("right\n");
}
