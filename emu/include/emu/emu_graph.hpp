/* Graphs in C++: functions as in releases before 13.0, and variables instead of void *.
   Included by cuda_runtime.h. */
#ifndef EMU_GRAPH_HPP
#define EMU_GRAPH_HPP

EMU_HERE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *__exec, cudaGraph_t __graph,
                                          cudaGraphNode_t *__error, char *__log,
                                          size_t __log_bytes)
{
    if (__error)
        *__error = nullptr;
    if (__log && __log_bytes)
        *__log = 0;
    return cudaGraphInstantiate(__exec, __graph, 0ull);
}
EMU_HERE cudaError_t cudaGraphExecUpdate(cudaGraphExec_t __exec, cudaGraph_t __graph,
                                         cudaGraphNode_t *__error,
                                         cudaGraphExecUpdateResult *__result)
{
    cudaGraphExecUpdateResultInfo __info = {};
    const cudaError_t __failed = cudaGraphExecUpdate(__exec, __graph, &__info);
    if (__error)
        *__error = __info.errorNode;
    if (__result)
        *__result = __info.result;
    return __failed;
}
EMU_HERE cudaError_t cudaGraphAddDependencies(cudaGraph_t __graph,
                                              const cudaGraphNode_t *__from,
                                              const cudaGraphNode_t *__to, size_t __n)
{
    return cudaGraphAddDependencies(__graph, __from, __to, nullptr, __n);
}
EMU_HERE cudaError_t cudaGraphRemoveDependencies(cudaGraph_t __graph,
                                                 const cudaGraphNode_t *__from,
                                                 const cudaGraphNode_t *__to,
                                                 size_t __n)
{
    return cudaGraphRemoveDependencies(__graph, __from, __to, nullptr, __n);
}
EMU_HERE cudaError_t cudaGraphGetEdges(cudaGraph_t __graph, cudaGraphNode_t *__from,
                                       cudaGraphNode_t *__to, size_t *__n)
{
    return cudaGraphGetEdges(__graph, __from, __to, nullptr, __n);
}
EMU_HERE cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t __node,
                                                  cudaGraphNode_t *__nodes, size_t *__n)
{
    return cudaGraphNodeGetDependencies(__node, __nodes, nullptr, __n);
}
EMU_HERE cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t __node,
                                                    cudaGraphNode_t *__nodes,
                                                    size_t *__n)
{
    return cudaGraphNodeGetDependentNodes(__node, __nodes, nullptr, __n);
}
EMU_HERE cudaError_t cudaGraphAddNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                      const cudaGraphNode_t *__before, size_t __n,
                                      cudaGraphNodeParams *__params)
{
    return cudaGraphAddNode(__node, __graph, __before, nullptr, __n, __params);
}
EMU_HERE cudaError_t cudaStreamGetCaptureInfo_v2(
    cudaStream_t stream, cudaStreamCaptureStatus *__status,
    unsigned long long *id = nullptr, cudaGraph_t *__graph = nullptr,
    const cudaGraphNode_t **__before = nullptr, size_t *__n = nullptr)
{
    return cudaStreamGetCaptureInfo(stream, __status, id, __graph, __before, nullptr,
                                    __n);
}
EMU_HERE cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                         cudaGraphNode_t *__nodes,
                                                         size_t __n,
                                                         unsigned int flags = 0)
{
    return cudaStreamUpdateCaptureDependencies(stream, __nodes, nullptr, __n, flags);
}

/* ---- Copies to __device__ variables, and from them. */
template <class __T>
EMU_HERE cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *__node, cudaGraph_t __graph, const cudaGraphNode_t *__before,
    size_t __n, const __T &__symbol, const void *__from, size_t bytes, size_t __offset,
    cudaMemcpyKind __kind)
{
    const void *__address = &__symbol;
    return cudaGraphAddMemcpyNodeToSymbol(__node, __graph, __before, __n, __address,
                                          __from, bytes, __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *__node, cudaGraph_t __graph, const cudaGraphNode_t *__before,
    size_t __n, void *__to, const __T &__symbol, size_t bytes, size_t __offset,
    cudaMemcpyKind __kind)
{
    const void *__address = &__symbol;
    return cudaGraphAddMemcpyNodeFromSymbol(__node, __graph, __before, __n, __to,
                                            __address, bytes, __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t __node,
                                                          const __T &__symbol,
                                                          const void *__from,
                                                          size_t bytes, size_t __offset,
                                                          cudaMemcpyKind __kind)
{
    const void *__address = &__symbol;
    return cudaGraphMemcpyNodeSetParamsToSymbol(__node, __address, __from, bytes,
                                                __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(
    cudaGraphNode_t __node, void *__to, const __T &__symbol, size_t bytes,
    size_t __offset, cudaMemcpyKind __kind)
{
    const void *__address = &__symbol;
    return cudaGraphMemcpyNodeSetParamsFromSymbol(__node, __to, __address, bytes,
                                                  __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t __exec, cudaGraphNode_t __node, const __T &__symbol,
    const void *__from, size_t bytes, size_t __offset, cudaMemcpyKind __kind)
{
    const void *__address = &__symbol;
    return cudaGraphExecMemcpyNodeSetParamsToSymbol(__exec, __node, __address, __from,
                                                    bytes, __offset, __kind);
}
template <class __T>
EMU_HERE cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t __exec, cudaGraphNode_t __node, void *__to, const __T &__symbol,
    size_t bytes, size_t __offset, cudaMemcpyKind __kind)
{
    const void *__address = &__symbol;
    return cudaGraphExecMemcpyNodeSetParamsFromSymbol(__exec, __node, __to, __address,
                                                      bytes, __offset, __kind);
}

#endif
