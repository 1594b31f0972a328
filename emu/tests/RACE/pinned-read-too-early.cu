// The host reads pinned memory while a copy to it may run; the twin waits for the
// stream.
#include "test.h"

__global__ void add(int *x)
{
    x[threadIdx.x] += 1;
}

int main()
{
    int *host, *x;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, N * sizeof *host);
    cudaMalloc(&x, N * sizeof *x);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpyAsync(x, host, N * sizeof *x, cudaMemcpyHostToDevice, stream);
    add<<<1, N, 0, stream>>>(x);
    cudaMemcpyAsync(host, x, N * sizeof *x, cudaMemcpyDeviceToHost, stream);
#ifdef TWIN
    cudaStreamSynchronize(stream);
#endif
    const int last = host[N - 1]; // FAULT
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
    printf(last == N ? "right\n" : "host[%d] is %d\n", N - 1, last);
}
