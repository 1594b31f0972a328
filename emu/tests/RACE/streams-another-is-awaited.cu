// The host waits for one stream and reads what a copy in another one stores; the twin
// waits for that one.
#include "test.h"

int main()
{
    float *host, *device;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMallocHost(&host, N * sizeof *host);
    cudaMalloc(&device, N * sizeof *device);
    cudaMemset(device, 0, N * sizeof *device);
    cudaMemcpyAsync(host, device, N * sizeof *host, cudaMemcpyDeviceToHost, first);
#ifdef TWIN
    cudaStreamSynchronize(first);
#else
    cudaStreamSynchronize(second);
#endif
    printf(host[N - 1] == 0 ? "right\n" : "wrong\n"); // FAULT
}
