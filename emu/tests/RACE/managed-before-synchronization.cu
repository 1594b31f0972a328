// The host reads managed memory after a launch that stores to it; the twin waits in
// between.
#include "test.h"

__global__ void add(int *x)
{
    x[threadIdx.x] += 1;
}

int main()
{
    int *x;
    cudaMallocManaged(&x, N * sizeof *x);
    for (int i = 0; i < N; i++)
        x[i] = i;
    add<<<1, N>>>(x);
#ifdef TWIN
    cudaDeviceSynchronize();
#endif
    const int last = x[N - 1]; // FAULT
    cudaDeviceSynchronize();
    cudaFree(x);
    printf(last == N ? "right\n" : "x[%d] is %d\n", N - 1, last);
}
