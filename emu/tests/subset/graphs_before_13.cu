// Graphs with the functions of releases before CUDA 13.0.
#include "expect.h"

__global__ void add(int *to, int plus)
{
    to[threadIdx.x] += plus;
}

int main()
{
    int *a, host[32];
    cudaStream_t s;
    cudaGraph_t graph, now;
    cudaGraphNode_t first, second, from[1], to[1], wrong;
    cudaGraphExec_t exec;
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t *before;
    unsigned long long id;
    size_t n = 0;
    char log[16];
    HOST_IS(cudaStreamCreate(&s), cudaSuccess);
    HOST_IS(cudaMalloc(&a, sizeof host), cudaSuccess);
    HOST_IS(cudaMemset(a, 0, sizeof host), cudaSuccess);
    HOST_IS(cudaGraphCreate(&graph, 0), cudaSuccess);
    HOST_IS(cudaGraphAddEmptyNode(&first, graph, NULL, 0), cudaSuccess);
    HOST_IS(cudaGraphAddEmptyNode(&second, graph, NULL, 0), cudaSuccess);
    HOST_IS(cudaGraphAddDependencies(graph, &first, &second, 1), cudaSuccess);
    HOST_IS(cudaGraphGetEdges(graph, NULL, NULL, &n), cudaSuccess);
    HOST_IS(n, 1);
    HOST_IS(cudaGraphGetEdges(graph, from, to, &n), cudaSuccess);
    HOST_IS(n == 1 && from[0] == first && to[0] == second, true);
    HOST_IS(cudaGraphNodeGetDependencies(second, from, &n), cudaSuccess);
    HOST_IS(n == 1 && from[0] == first, true);
    HOST_IS(cudaGraphNodeGetDependentNodes(first, to, &n), cudaSuccess);
    HOST_IS(n == 1 && to[0] == second, true);
    HOST_IS(cudaGraphRemoveDependencies(graph, &first, &second, 1), cudaSuccess);
    HOST_IS(cudaGraphDestroy(graph), cudaSuccess);

    HOST_IS(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaSuccess);
    add<<<1, 32, 0, s>>>(a, 1);
    HOST_IS(cudaStreamGetCaptureInfo_v2(s, &status, &id, &now, &before, &n),
            cudaSuccess);
    HOST_IS(status == cudaStreamCaptureStatusActive && n == 1, true);
    HOST_IS(cudaStreamUpdateCaptureDependencies(s, (cudaGraphNode_t *)before, n,
                                                cudaStreamSetCaptureDependencies),
            cudaSuccess);
    HOST_IS(cudaStreamEndCapture(s, &graph), cudaSuccess);
    HOST_IS(cudaGraphInstantiate(&exec, graph, NULL, log, sizeof log), cudaSuccess);
    HOST_IS(log[0], 0);
    HOST_IS(cudaGraphExecUpdate(exec, graph, &wrong, &result), cudaSuccess);
    HOST_IS(result, cudaGraphExecUpdateSuccess);
    HOST_IS(cudaGraphLaunch(exec, s), cudaSuccess);
    HOST_IS(cudaStreamSynchronize(s), cudaSuccess);
    HOST_IS(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(host[0] == 1 && host[31] == 1, true);
    HOST_IS(cudaGraphExecDestroy(exec), cudaSuccess);
    HOST_IS(cudaGraphDestroy(graph), cudaSuccess);
    return report();
}
