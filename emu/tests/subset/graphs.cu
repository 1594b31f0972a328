// Graphs: made node by node, and captured from streams.
#include "graphs/captured.h"
#include "graphs/nodes.h"

static void forbidden(void)
{
    cudaGraph_t graph;
    cudaStream_t aside;
    cudaEvent_t event, early;
    void *p = nullptr;
    cudaStreamCaptureStatus status;
    OK(cudaEventCreate(&event));
    OK(cudaEventCreate(&early));
    OK(cudaEventRecord(early, t));
    FAILS(cudaStreamEndCapture(s, &graph), cudaErrorIllegalState);
    FAILS(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal),
          cudaErrorStreamCaptureUnsupported);
    INVALIDATES(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    INVALIDATES(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported);
    INVALIDATES(cudaStreamQuery(s), cudaErrorStreamCaptureUnsupported);
    INVALIDATES(cudaStreamSynchronize(t), cudaErrorStreamCaptureUnsupported);
    INVALIDATES(cudaStreamSynchronize(0), cudaErrorStreamCaptureImplicit);
    INVALIDATES(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
    INVALIDATES(cudaMemcpy(a, host, 4, cudaMemcpyHostToDevice),
                cudaErrorStreamCaptureImplicit);
    INVALIDATES(cudaMemset(a, 0, 4), cudaErrorStreamCaptureImplicit);
    INVALIDATES(cudaStreamWaitEvent(s, early, 0), cudaErrorStreamCaptureIsolation);
    INVALIDATES(cudaEventSynchronize(early), cudaErrorStreamCaptureUnsupported);
    INVALIDATES((cudaEventRecord(event, s), cudaEventSynchronize(event)),
                cudaErrorCapturedEvent);
    FAILS(cudaEventQuery(event), cudaErrorInvalidValue);
    FAILS(cudaStreamWaitEvent(t, event, 0), cudaErrorInvalidValue);
    begin();
    add<<<1, 32>>>(a, a, 32, 0);
    HOST_IS(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
    FAILS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);

    // Work of another stream is not joined; the capture does not end where it began.
    begin();
    OK(cudaEventRecord(event, s));
    OK(cudaStreamWaitEvent(t, event, 0));
    add<<<1, 32, 0, t>>>(a, a, 32, 0);
    FAILS(cudaStreamEndCapture(t, &graph), cudaErrorStreamCaptureUnmatched);
    FAILS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
    begin();
    OK(cudaEventRecord(event, s));
    OK(cudaStreamWaitEvent(t, event, 0));
    add<<<1, 32, 0, t>>>(a, a, 32, 0);
    FAILS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureUnjoined);

    // The legacy stream does not wait for this one.
    OK(cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking));
    OK(cudaStreamBeginCapture(aside, cudaStreamCaptureModeThreadLocal));
    FAILS(cudaStreamBeginCapture(aside, cudaStreamCaptureModeGlobal),
          cudaErrorIllegalState);
    OK(cudaMemset(a, 0, 4));
    OK(cudaStreamIsCapturing(0, &status));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    OK(cudaThreadExchangeStreamCaptureMode(&mode));
    HOST_IS(mode, cudaStreamCaptureModeGlobal);
    OK(cudaMalloc(&p, 4));
    OK(cudaThreadExchangeStreamCaptureMode(&mode));
    HOST_IS(mode, cudaStreamCaptureModeRelaxed);
    OK(cudaStreamEndCapture(aside, &graph));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(p));
    OK(cudaStreamDestroy(aside));
    OK(cudaEventDestroy(event));
    OK(cudaEventDestroy(early));
}

static void printed(void)
{
    const char *path = "graphs.dot";
    char line[80] = "";
    cudaGraph_t graph;
    cudaGraphNode_t node;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    OK(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
    FILE *file = fopen(path, "r");
    HOST_IS(file && fgets(line, sizeof line, file) && !strncmp(line, "digraph", 7),
            true);
    if (file)
        fclose(file);
    remove(path);
    OK(cudaGraphDestroy(graph));
}

int main()
{
    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaMalloc(&a, N * sizeof *a));
    OK(cudaMalloc(&b, N * sizeof *b));
    OK(cudaMalloc(&c, N * sizeof *c));
    node_by_node();
    other_nodes();
    captured();
    captured_otherwise();
    forbidden();
    printed();
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
    return report();
}
