// Two nodes of a graph, of which one reads what the other stores; in the twin an edge
// orders them.
#include "test.h"

__global__ void fill(float *out)
{
    out[threadIdx.x] = threadIdx.x;
}
__global__ void pass(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *host, *in, *out;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, second;
    cudaMallocHost(&host, N * sizeof *host);
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(in, 0, N * sizeof *in);
    void *of_fill[] = {&in}, *of_pass[] = {&in, &out};
    cudaKernelNodeParams filled = {(void *)fill, dim3(1), dim3(N), 0, of_fill, NULL};
    cudaKernelNodeParams passed = {(void *)pass, dim3(1), dim3(N), 0, of_pass, NULL};
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&first, graph, NULL, 0, &filled);
    cudaGraphAddKernelNode(&second, graph, NULL, 0, &passed); // FAULT
#ifdef TWIN
    cudaGraphAddDependencies(graph, &first, &second, NULL, 1);
#endif
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, N * sizeof *out, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    printf(host[N - 1] == N - 1 ? "right\n" : "wrong\n");
}
