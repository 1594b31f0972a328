// Waits for a stream while it is captured; the twin waits after the graph's launch.
#include <stdio.h>

__global__ void set(int *out)
{
    *out = 1;
}

int main()
{
    int *out;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaMalloc(&out, sizeof *out);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    set<<<1, 1, 0, stream>>>(out);
#ifndef TWIN
    cudaStreamSynchronize(stream); // FAULT
#endif
    cudaStreamEndCapture(stream, &graph);
    if (graph && !cudaGraphInstantiate(&exec, graph, 0))
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaError_t error = cudaGetLastError();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
}
