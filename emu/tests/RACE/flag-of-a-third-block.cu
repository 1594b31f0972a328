// Each block waits for the flag of a block before it and reads what that one has
// stored. Here the flag is not of the block whose value it reads; in the twin it is.
#include "test.h"

__device__ volatile int ready[8];
__device__ int stored[8];

#ifdef TWIN
#define AWAITED (b - 1)
#else
#define AWAITED (b - 2)
#endif

__global__ void pass(int *out)
{
    const int b = blockIdx.x;
    stored[b] = b;
    __threadfence();
    ready[b] = 1;
    if (AWAITED >= 0) {
        while (!ready[AWAITED])
            ;
        __threadfence();
        out[b] = stored[b - 1]; // FAULT
    }
}

int main()
{
    int host[8], *out;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    pass<<<8, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int b = 2; b < 8; b++)
        if (host[b] != b - 1) {
            printf("wrong\n");
            return 1;
        }
    printf("right\n");
}
