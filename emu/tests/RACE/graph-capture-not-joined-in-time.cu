// A captured kernel reads what a copy in a second stream stores, and waits for an event
// that was recorded before the copy; in the twin, after it.
#include "test.h"

__global__ void pass(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *host, *in, *out;
    cudaStream_t first, second;
    cudaEvent_t fork, copied, all;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&fork);
    cudaEventCreate(&copied);
    cudaEventCreate(&all);
    cudaMallocHost(&host, N * sizeof *host);
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork);
#ifndef TWIN
    cudaEventRecord(copied, second);
#endif
    cudaMemcpyAsync(in, host, N * sizeof *in, cudaMemcpyHostToDevice, second);
#ifdef TWIN
    cudaEventRecord(copied, second);
#endif
    cudaStreamWaitEvent(first, copied);
    pass<<<1, N, 0, first>>>(in, out); // FAULT
    cudaEventRecord(all, second);
    cudaStreamWaitEvent(first, all);
    cudaStreamEndCapture(first, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, first);
    cudaStreamSynchronize(first);
    cudaMemcpy(host, out, N * sizeof *out, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    printf(host[N - 1] == N - 1 ? "right\n" : "wrong\n");
}
