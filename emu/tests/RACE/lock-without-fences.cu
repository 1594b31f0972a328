// A lock around a counter in shared memory, without fences; the twin has them.
#include "test.h"

#ifdef TWIN
#define FENCE() __threadfence_block()
#else
#define FENCE()
#endif

__global__ void count(int *out)
{
    __shared__ int lock, counter;
    if (threadIdx.x == 0)
        lock = counter = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        FENCE();
        counter = counter + 1; // FAULT
        FENCE();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = counter;
}

int main()
{
    int *out, n;
    cudaMalloc(&out, sizeof n);
    count<<<1, 256>>>(out);
    cudaMemcpy(&n, out, sizeof n, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf(n == 8 ? "right\n" : "counter is %d\n", n);
}
