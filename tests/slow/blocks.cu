// Many small blocks that share memory in every allowed way: neighbouring bytes of one
// word, atomic operations on a few counters, arrays that each launch writes again,
// shared memory, and launches of very different sizes. Prints "right" if all sums are.
#include <stdio.h>

enum { BLOCKS = 500, THREADS = 37, ROUNDS = 4 };

__global__ void bytes(unsigned char *out, unsigned *counters)
{
    __shared__ int tile[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    tile[threadIdx.x] = i;
    __syncthreads(); // tile is full
    out[i] = tile[THREADS - 1 - threadIdx.x];
    atomicAdd(&counters[i % 3], 1);
    atomicMax(&counters[3], (unsigned)i);
}

__global__ void words(const unsigned char *in, unsigned short *out)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    out[i] = in[i] + 1;
}

__global__ void one_block(const unsigned short *in, unsigned *sum)
{
    for (int i = threadIdx.x; i < BLOCKS * THREADS; i += blockDim.x)
        atomicAdd(sum, in[i]);
}

int main()
{
    unsigned char *b;
    unsigned short *w;
    unsigned *counters, host[5], want = 0;
    for (int block = 0; block < BLOCKS; block++)
        for (int i = 0; i < THREADS; i++)
            want += (unsigned char)(block * THREADS + THREADS - 1 - i) + 1;
    for (int round = 0; round < ROUNDS; round++) {
        cudaMalloc(&b, BLOCKS * THREADS);
        cudaMalloc(&w, BLOCKS * THREADS * sizeof *w);
        cudaMalloc(&counters, sizeof host);
        cudaMemset(counters, 0, sizeof host);
        bytes<<<BLOCKS, THREADS>>>(b, counters);
        words<<<BLOCKS, THREADS>>>(b, w);
        one_block<<<1, 64>>>(w, counters + 4);
        cudaMemcpy(host, counters, sizeof host, cudaMemcpyDeviceToHost);
        if (cudaGetLastError() || host[0] + host[1] + host[2] != BLOCKS * THREADS ||
            host[3] != BLOCKS * THREADS - 1 || host[4] != want)
            return printf("round %d: %u %u %u %u %u: %s\n", round, host[0], host[1],
                          host[2], host[3], host[4],
                          cudaGetErrorString(cudaGetLastError())),
                   1;
        cudaFree(b);
        cudaFree(w);
        cudaFree(counters);
    }
    printf("right\n");
    return 0;
}
