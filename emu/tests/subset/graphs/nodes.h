/* Graphs that are made node by node. */
#ifndef GRAPHS_NODES_H
#define GRAPHS_NODES_H

#include "shared.h"

// memset, then a kernel, then a copy and a host function beside it.
static void node_by_node(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t fill, kernel, copy, call, empty, nodes[8], from[8], to[8];
    int calls = 0, plus = 5, n = N;
    OK(cudaGraphCreate(&graph, 0));

    cudaMemsetParams f = {};
    f.dst = a;
    f.value = 7;
    f.elementSize = 4;
    f.width = N;
    f.height = 1;
    OK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &f));

    void *arguments[] = {&b, &a, &n, &plus};
    cudaKernelNodeParams k = {};
    k.func = (void *)add;
    k.gridDim = dim3(N / 64);
    k.blockDim = dim3(64);
    k.kernelParams = arguments;
    OK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &k));
    plus = 1000; // it was copied

    memset(host, 0, sizeof host);
    OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, b, sizeof host,
                                cudaMemcpyDeviceToHost));
    cudaHostNodeParams h = {count, &calls};
    OK(cudaGraphAddHostNode(&call, graph, nullptr, 0, &h));
    OK(cudaGraphAddDependencies(graph, &kernel, &call, nullptr, 1));
    OK(cudaGraphAddDependencies(graph, &copy, &call, nullptr, 1));
    OK(cudaGraphRemoveDependencies(graph, &kernel, &call, nullptr, 1));
    FAILS(cudaGraphAddDependencies(graph, &copy, &call, nullptr, 1),
          cudaErrorInvalidValue);
    OK(cudaGraphAddEmptyNode(&empty, graph, &call, 1));

    size_t number = 0;
    cudaGraphNodeType type;
    OK(cudaGraphGetNodes(graph, nullptr, &number));
    HOST_IS(number, 5);
    number = 8;
    OK(cudaGraphGetNodes(graph, nodes, &number));
    HOST_IS(number == 5 && nodes[0] == fill && nodes[4] == empty, true);
    number = 1;
    OK(cudaGraphGetRootNodes(graph, nodes, &number));
    HOST_IS(number == 1 && nodes[0] == fill, true);
    number = 8;
    OK(cudaGraphGetEdges(graph, from, to, nullptr, &number));
    HOST_IS(number == 4 && from[0] == fill && to[0] == kernel, true);
    OK(cudaGraphNodeGetDependencies(copy, nodes, nullptr, &number));
    HOST_IS(number == 1 && nodes[0] == kernel, true);
    number = 8;
    OK(cudaGraphNodeGetDependentNodes(kernel, nodes, nullptr, &number));
    HOST_IS(number == 1 && nodes[0] == copy, true);
    OK(cudaGraphNodeGetType(call, &type));
    HOST_IS(type, cudaGraphNodeTypeHost);

    launch(graph, 3);
    HOST_IS(host[0] == 12 && host[N - 1] == 12 && calls == 3, true);

    OK(cudaGraphKernelNodeGetParams(kernel, &k));
    HOST_IS(k.func == (void *)add && k.blockDim.x == 64 &&
                *(int *)k.kernelParams[3] == 5,
            true);
    OK(cudaGraphMemsetNodeGetParams(fill, &f));
    HOST_IS(f.value == 7 && f.width == N, true);
    OK(cudaGraphHostNodeGetParams(call, &h));
    HOST_IS(h.fn == count, true);
    k.kernelParams = arguments;
    OK(cudaGraphKernelNodeSetParams(kernel, &k));
    f.value = 1;
    OK(cudaGraphMemsetNodeSetParams(fill, &f));
    OK(cudaGraphMemcpyNodeSetParams1D(copy, host, b, 4, cudaMemcpyDeviceToHost));
    launch(graph, 1);
    HOST_IS(host[0] == 1001 && host[1] == 12, true);

    // A clone, and an exec that changes.
    cudaGraph_t clone;
    cudaGraphNode_t found;
    cudaGraphExec_t exec;
    OK(cudaGraphClone(&clone, graph));
    OK(cudaGraphNodeFindInClone(&found, kernel, clone));
    OK(cudaGraphNodeGetType(found, &type));
    HOST_IS(type == cudaGraphNodeTypeKernel && found != kernel, true);
    OK(cudaGraphInstantiate(&exec, clone, 0));
    plus = 2;
    OK(cudaGraphExecKernelNodeSetParams(exec, found, &k));
    OK(cudaGraphNodeFindInClone(&found, copy, clone));
    OK(cudaGraphExecMemcpyNodeSetParams1D(exec, found, host + 1, b, 4,
                                          cudaMemcpyDeviceToHost));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    HOST_IS(host[0] == 1001 && host[1] == 3, true);

    // It becomes as the first graph is.
    cudaGraphExecUpdateResultInfo info;
    OK(cudaGraphExecUpdate(exec, graph, &info));
    HOST_IS(info.result, cudaGraphExecUpdateSuccess);
    OK(cudaGraphDestroyNode(empty));
    FAILS(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure);
    HOST_IS(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    HOST_IS(host[0] == 1001 && host[1] == 3 && calls == 6, true);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(clone));
}

// Copies of boxes, child graphs, events, templates, variables.
static void other_nodes(void)
{
    cudaGraph_t graph, child;
    cudaGraphNode_t node, last, wait, node_of_copy;
    cudaEvent_t event, other;
    OK(cudaEventCreate(&event));
    OK(cudaEventCreate(&other));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphCreate(&child, 0));

    cudaMemcpy3DParms p = {}; // 8 rows of 4 integers, of 16
    p.srcPtr = make_cudaPitchedPtr(a, 64, 16, 8);
    p.dstPtr = make_cudaPitchedPtr(b, 16, 4, 8);
    p.srcPos = make_cudaPos(4, 1, 0);
    p.extent = make_cudaExtent(16, 2, 2);
    p.kind = cudaMemcpyDeviceToDevice;
    OK(cudaGraphAddMemcpyNode(&node_of_copy, child, nullptr, 0, &p));
    int by = 3;
    void *arguments[] = {&b, &by};
    cudaKernelNodeParams k = {(void *)scale<int>, dim3(1), dim3(32), 0,
                              arguments,          nullptr};
    OK(cudaGraphAddKernelNode(&last, child, &node_of_copy, 1, &k));

    OK(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, other));
    OK(cudaGraphAddChildGraphNode(&node, graph, &wait, 1, child));
    OK(cudaGraphAddEventRecordNode(&last, graph, &node, 1, event));
    cudaGraph_t inner;
    OK(cudaGraphChildGraphNodeGetGraph(node, &inner));
    HOST_IS(inner != child, true);
    cudaEvent_t got;
    OK(cudaGraphEventRecordNodeGetEvent(last, &got));
    HOST_IS(got, event);
    OK(cudaGraphEventRecordNodeSetEvent(last, event));
    OK(cudaGraphEventWaitNodeGetEvent(wait, &got));
    HOST_IS(got, other);
    cudaMemcpy3DParms q;
    OK(cudaGraphMemcpyNodeGetParams(node_of_copy, &q));
    HOST_IS(q.dstPtr.ptr == b && q.extent.width == 16, true);
    OK(cudaGraphMemcpyNodeSetParams(node_of_copy, &q));
    OK(cudaGraphDestroy(child));

    for (int i = 0; i < N; i++)
        host[i] = i;
    OK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemset(b, 0, N * sizeof *b));
    OK(cudaEventRecord(other, t));
    launch(graph, 1);
    OK(cudaEventSynchronize(event));
    OK(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost));
    HOST_IS(host[0] == 3 * 17 && host[3] == 3 * 20 && host[4] == 3 * 33, true);
    HOST_IS(host[32] == 8 * 16 + 17 && host[36] == 8 * 16 + 33, true);
    OK(cudaGraphDestroy(graph));

    int values[] = {1, 2, 3, 4};
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, variable, values, 12, 4,
                                      cudaMemcpyHostToDevice));
    cudaGraphNodeParams any = {};
    any.type = cudaGraphNodeTypeKernel;
    void *only[] = {&c};
    any.kernel.func = (void *)read_variable;
    any.kernel.gridDim = dim3(1);
    any.kernel.blockDim = dim3(4);
    any.kernel.kernelParams = only;
    OK(cudaGraphAddNode(&last, graph, &node, nullptr, 1, &any));
    OK(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, &last, 1, host, variable, 8, 8,
                                        cudaMemcpyDeviceToHost));
    launch(graph, 1);
    HOST_IS(host[0] == 2 && host[1] == 3, true);
    OK(cudaMemcpy(host, c, 16, cudaMemcpyDeviceToHost));
    HOST_IS(host[0] == 0 && host[1] == 1 && host[3] == 3, true);

    // A circle cannot be launched.
    cudaGraphExec_t exec;
    OK(cudaGraphAddDependencies(graph, &node, &last, nullptr, 1));
    FAILS(cudaGraphInstantiateWithFlags(&exec, graph, 0), cudaErrorInvalidValue);
    OK(cudaGraphDestroy(graph));
    OK(cudaEventDestroy(event));
    OK(cudaEventDestroy(other));
}

#endif
