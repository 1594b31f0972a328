/* Graphs that are captured from streams. */
#ifndef GRAPHS_CAPTURED_H
#define GRAPHS_CAPTURED_H

#include "shared.h"

// A fork and a join by events; nothing runs before the launch.
static void captured(void)
{
    cudaEvent_t fork, join;
    int calls = 0, number_on_host = 0;
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    cudaGraph_t graph, now;
    const cudaGraphNode_t *before;
    const cudaGraphEdgeData *data;
    size_t number;
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreate(&join));
    OK(cudaMemset(a, 0, N * sizeof *a));
    OK(cudaMemset(b, 0, N * sizeof *b));
    OK(cudaMemset(c, 0, N * sizeof *c));
    OK(cudaStreamIsCapturing(s, &status));
    HOST_IS(status, cudaStreamCaptureStatusNone);
    begin();
    OK(cudaMemsetAsync(a, 1, N * sizeof *a, s)); // 0x01010101
    OK(cudaEventRecord(fork, s));
    OK(cudaStreamWaitEvent(t, fork, 0));
    int plus = 1;
    add<<<N / 32, 32, 0, s>>>(b, a, N, plus);
    plus = 2;
    add<<<N / 32, 32, 0, t>>>(c, a, N, plus);
    OK(cudaEventRecord(join, t));
    OK(cudaStreamIsCapturing(t, &status));
    HOST_IS(status, cudaStreamCaptureStatusActive);
    OK(cudaStreamWaitEvent(s, join, 0));
    OK(cudaStreamGetCaptureInfo(s, &status, &id, &now, &before, &data, &number));
    HOST_IS(status == cudaStreamCaptureStatusActive && id != 0 && number == 2, true);
    add<<<N / 32, 32, 0, s>>>(a, b, N, 1);
    OK(cudaMemcpyAsync(&number_on_host, a, 4, cudaMemcpyDeviceToHost, s));
    OK(cudaLaunchHostFunc(s, count, &calls));
    graph = end();
    HOST_IS(graph, now);
    OK(cudaStreamIsCapturing(t, &status));
    HOST_IS(status, cudaStreamCaptureStatusNone);
    OK(cudaGraphGetNodes(graph, nullptr, &number));
    HOST_IS(number, 6);
    HOST_IS(all(b, 0) && calls == 0, true);
    launch(graph, 2);
    HOST_IS(number_on_host == 0x01010103 && calls == 2, true);
    HOST_IS(all(b, 0x01010102) && all(c, 0x01010103) && all(a, 0x01010103), true);

    // What a captured kernel was called with can be read and changed.
    cudaGraphNode_t nodes[6];
    cudaKernelNodeParams k;
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    cudaGraphExec_t exec;
    number = 6;
    OK(cudaGraphGetNodes(graph, nodes, &number));
    OK(cudaGraphNodeGetType(nodes[2], &type));
    HOST_IS(type, cudaGraphNodeTypeKernel);
    OK(cudaGraphKernelNodeGetParams(nodes[2], &k));
    HOST_IS(k.func == (void *)add && *(int **)k.kernelParams[0] == c &&
                *(int *)k.kernelParams[3] == 2,
            true);
    *(int *)k.kernelParams[3] = 2;
    int more = 9;
    void *arguments[] = {k.kernelParams[0], k.kernelParams[1], k.kernelParams[2],
                         &more};
    k.kernelParams = arguments;
    OK(cudaGraphInstantiate(&exec, graph));
    OK(cudaGraphExecKernelNodeSetParams(exec, nodes[2], &k));
    unsigned enabled = 0;
    OK(cudaGraphNodeGetEnabled(exec, nodes[3], &enabled));
    HOST_IS(enabled, 1);
    OK(cudaGraphNodeSetEnabled(exec, nodes[3], 0));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    HOST_IS(all(c, 0x0101010a) && all(a, 0x01010101), true);

    // Another capture continues the graph; its launch cannot be captured.
    scale<<<1, N, 0, s>>>(c, 1); // not captured
    OK(cudaStreamSynchronize(s));
    OK(cudaStreamBeginCaptureToGraph(s, graph, &nodes[5], nullptr, 1,
                                     cudaStreamCaptureModeGlobal));
    scale<<<1, N, 0, s>>>(c, 0);
    HOST_IS(end(), graph);
    launch(graph, 1);
    HOST_IS(all(c, 0) && all(a, 0x01010103) && calls == 4, true);
    begin();
    FAILS(cudaGraphLaunch(exec, s), cudaErrorStreamCaptureUnsupported);
    FAILS(cudaStreamEndCapture(s, &now), cudaErrorStreamCaptureInvalidated);
    begin();
    add<<<1, 2000, 0, s>>>(b, a, N, 1);
    HOST_IS(cudaGetLastError(), cudaErrorInvalidValue);
    FAILS(cudaStreamEndCapture(s, &now), cudaErrorStreamCaptureInvalidated);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaEventDestroy(fork));
    OK(cudaEventDestroy(join));
}

// A struct, a copy in two dimensions, a variable; into a graph that is there.
static void captured_otherwise(void)
{
    cudaGraph_t graph, same = nullptr;
    cudaGraphNode_t first;
    cudaGraphExec_t exec = nullptr;
    double *d, got[4];
    const int values[] = {5, 6, 7, 8};
    OK(cudaMalloc(&d, 32 * sizeof *d));
    OK(cudaMemset(d, 0, 32 * sizeof *d));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddEmptyNode(&first, graph, nullptr, 0));
    OK(cudaStreamBeginCaptureToGraph(s, graph, &first, nullptr, 1,
                                     cudaStreamCaptureModeRelaxed));
    shaped<<<1, 32, 0, s>>>(d, shape{3, 1.5});
    scale<double><<<1, 3, 0, s>>>(d, 2);
    OK(cudaMemcpy2DAsync(got, 16, d, 16, 16, 2, cudaMemcpyDeviceToHost, s));
    OK(cudaMemcpyToSymbolAsync(variable, values, 16, 0, cudaMemcpyHostToDevice, s));
    int *unsafe;
    OK(cudaMalloc(&unsafe, 4)); // allowed in this mode
    OK(cudaFree(unsafe));
    OK(cudaStreamEndCapture(s, &same));
    HOST_IS(same, graph);
    launch(graph, 2);
    HOST_IS(got[0] == 3 && got[1] == 3 && got[2] == 3 && got[3] == 0, true);
    cudaGraphNode_t nodes[8];
    cudaKernelNodeParams k;
    size_t number = 8;
    double by = 4;
    OK(cudaGraphGetNodes(graph, nodes, &number));
    HOST_IS(number, 5);
    OK(cudaGraphKernelNodeGetParams(nodes[2], &k));
    HOST_IS(k.func == (void *)scale<double> && *(double *)k.kernelParams[1] == 2, true);
    k.kernelParams[1] = &by;
    OK(cudaGraphInstantiate(&exec, graph));
    OK(cudaGraphExecKernelNodeSetParams(exec, nodes[2], &k));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    HOST_IS(got[0], 6);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaMemcpyFromSymbol(host, variable, 16));
    HOST_IS(host[0] == 5 && host[3] == 8, true);
    OK(cudaGraphDestroy(graph));

    // A loop that updates one exec by captures.
    for (int i = 1; i < 4; i++) {
        cudaGraphExecUpdateResultInfo info = {};
        begin();
        add<<<N / 64, 64, 0, s>>>(b, a, N, i);
        graph = end();
        if (i == 1)
            OK(cudaGraphInstantiate(&exec, graph));
        else
            OK(cudaGraphExecUpdate(exec, graph, &info));
        HOST_IS(info.result, cudaGraphExecUpdateSuccess);
        OK(cudaGraphDestroy(graph));
        OK(cudaMemsetAsync(a, 0, N * sizeof *a, s));
        OK(cudaGraphLaunch(exec, s));
        OK(cudaStreamSynchronize(s));
        HOST_IS(all(b, i), true);
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaFree(d));
}

// A call that a capture forbids, after which the capture is invalid.
#define INVALIDATES(call, error)                                                       \
    do {                                                                               \
        cudaGraph_t no = nullptr;                                                      \
        begin();                                                                       \
        FAILS(call, error);                                                            \
        FAILS(cudaStreamEndCapture(s, &no), cudaErrorStreamCaptureInvalidated);        \
        HOST_IS(no, nullptr);                                                          \
    } while (0)

#endif
