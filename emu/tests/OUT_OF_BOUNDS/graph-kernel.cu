// A kernel of a graph stores past the end of an array; the twin's is guarded.
#include "test.h"

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i; // FAULT
}

int main()
{
    float *out;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
#ifdef TWIN
    int n = N - 8;
#else
    int n = N;
#endif
    cudaStreamCreate(&stream);
    cudaMalloc(&out, (N - 8) * sizeof *out);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<2, N / 2, 0, stream>>>(out, n);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaError_t error = cudaStreamSynchronize(stream);
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
}
