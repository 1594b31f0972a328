// A kernel in one stream reads what a copy in another one stores; the twin's stream
// waits for an event behind the copy.
#include "test.h"

__global__ void pass(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *host, *in, *out;
    cudaStream_t first, second;
    cudaEvent_t copied;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&copied);
    cudaMallocHost(&host, N * sizeof *host);
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpyAsync(in, host, N * sizeof *in, cudaMemcpyHostToDevice, first);
#ifdef TWIN
    cudaEventRecord(copied, first);
    cudaStreamWaitEvent(second, copied);
#endif
    pass<<<1, N, 0, second>>>(in, out); // FAULT
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, N * sizeof *out, cudaMemcpyDeviceToHost);
    printf(host[N - 1] == N - 1 ? "right\n" : "wrong\n");
}
