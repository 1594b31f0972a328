// Graphs: made node by node, and captured from streams.
#include <stdio.h>
#include <string.h>

#include "expect.h"

enum { N = 256 };

__global__ void add(int *to, const int *from, int n, int plus)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] + plus;
}
template <class T> __global__ void scale(T *to, T by)
{
    to[threadIdx.x] *= by;
}
struct shape {
    int width;
    double by;
};
__global__ void shaped(double *to, shape s)
{
    if ((int)threadIdx.x < s.width)
        to[threadIdx.x] = s.by;
}
__device__ int variable[4];
__global__ void read_variable(int *to)
{
    to[threadIdx.x] = variable[threadIdx.x];
}

static int *a, *b, *c, host[N];
static cudaStream_t s, t;

#define OK(call) HOST_IS(call, cudaSuccess)
#define FAILS(call, error)                                                             \
    do {                                                                               \
        HOST_IS(call, error);                                                          \
        HOST_IS(cudaGetLastError(), error);                                            \
    } while (0)

static bool all(const int *device, int want)
{
    OK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        if (host[i] != want)
            return false;
    return true;
}

static void begin(void)
{
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
}
static cudaGraph_t end(void)
{
    cudaGraph_t graph = nullptr;
    OK(cudaStreamEndCapture(s, &graph));
    return graph;
}
static void launch(cudaGraph_t graph, int times)
{
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphUpload(exec, s));
    for (int i = 0; i < times; i++)
        OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaGraphExecDestroy(exec));
}

static void count(void *calls)
{
    ++*(int *)calls;
}

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
