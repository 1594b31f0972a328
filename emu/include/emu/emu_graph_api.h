/* Graphs of the CUDA runtime API: emu/graph/graph.h. Names and meanings are NVIDIA's
   (CUDA Runtime API reference, release 13.0). Included by cuda_runtime_api.h. */
#ifndef EMU_GRAPH_API_H
#define EMU_GRAPH_API_H

/* ---- Graphs, their nodes and edges. Data of edges must be NULL or zeros. */
cudaError_t cudaGraphCreate(cudaGraph_t *__graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t __graph);
cudaError_t cudaGraphClone(cudaGraph_t *__clone, cudaGraph_t __graph);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *__node,
                                     cudaGraphNode_t __original, cudaGraph_t __clone);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t __node);
cudaError_t cudaGraphGetNodes(cudaGraph_t __graph, cudaGraphNode_t *__nodes,
                              size_t *__n);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t __graph, cudaGraphNode_t *__nodes,
                                  size_t *__n);
cudaError_t cudaGraphGetEdges(cudaGraph_t __graph, cudaGraphNode_t *__from,
                              cudaGraphNode_t *__to, cudaGraphEdgeData *__data,
                              size_t *__n);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t __node,
                                         cudaGraphNode_t *__nodes,
                                         cudaGraphEdgeData *__data, size_t *__n);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t __node,
                                           cudaGraphNode_t *__nodes,
                                           cudaGraphEdgeData *__data, size_t *__n);
cudaError_t cudaGraphAddDependencies(cudaGraph_t __graph, const cudaGraphNode_t *__from,
                                     const cudaGraphNode_t *__to,
                                     const cudaGraphEdgeData *__data, size_t __n);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t __graph,
                                        const cudaGraphNode_t *__from,
                                        const cudaGraphNode_t *__to,
                                        const cudaGraphEdgeData *__data, size_t __n);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t __node,
                                 enum cudaGraphNodeType *__type);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t __graph, const char *__path,
                                   unsigned int flags);

/* ---- Nodes of each type. */
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                   const cudaGraphNode_t *__before, size_t __n,
                                   const struct cudaKernelNodeParams *__params);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                   const cudaGraphNode_t *__before, size_t __n,
                                   const struct cudaMemcpy3DParms *__params);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                     const cudaGraphNode_t *__before, size_t __n,
                                     void *__to, const void *__from, size_t bytes,
                                     enum cudaMemcpyKind __kind);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                           const cudaGraphNode_t *__before, size_t __n,
                                           const void *__symbol, const void *__from,
                                           size_t bytes, size_t __offset,
                                           enum cudaMemcpyKind __kind);
cudaError_t
cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                 const cudaGraphNode_t *__before, size_t __n,
                                 void *__to, const void *__symbol, size_t bytes,
                                 size_t __offset, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                   const cudaGraphNode_t *__before, size_t __n,
                                   const struct cudaMemsetParams *__params);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                 const cudaGraphNode_t *__before, size_t __n,
                                 const struct cudaHostNodeParams *__params);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                       const cudaGraphNode_t *__before, size_t __n,
                                       cudaGraph_t __child);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                  const cudaGraphNode_t *__before, size_t __n);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                        const cudaGraphNode_t *__before, size_t __n,
                                        cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                      const cudaGraphNode_t *__before, size_t __n,
                                      cudaEvent_t event);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                             const cudaGraphNode_t *__before,
                             const cudaGraphEdgeData *__data, size_t __n,
                             struct cudaGraphNodeParams *__params);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t __node,
                                         struct cudaKernelNodeParams *__params);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t __node,
                                         const struct cudaKernelNodeParams *__params);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t __node,
                                         struct cudaMemcpy3DParms *__params);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t __node,
                                         const struct cudaMemcpy3DParms *__params);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t __node,
                                         struct cudaMemsetParams *__params);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t __node,
                                         const struct cudaMemsetParams *__params);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t __node,
                                       struct cudaHostNodeParams *__params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t __node,
                                       const struct cudaHostNodeParams *__params);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t __node, void *__to,
                                           const void *__from, size_t bytes,
                                           enum cudaMemcpyKind __kind);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t __node,
                                                 const void *__symbol,
                                                 const void *__from, size_t bytes,
                                                 size_t __offset,
                                                 enum cudaMemcpyKind __kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t __node, void *__to,
                                                   const void *__symbol, size_t bytes,
                                                   size_t __offset,
                                                   enum cudaMemcpyKind __kind);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t __node,
                                            cudaGraph_t *__child);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t __node,
                                             cudaEvent_t *__event);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t __node, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t __node,
                                           cudaEvent_t *__event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t __node, cudaEvent_t event);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t __node,
                                   struct cudaGraphNodeParams *__params);

/* ---- Graphs that can be launched. A node of one is named by the node that it was made
   of. */
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *__exec, cudaGraph_t __graph,
                                 unsigned long long flags EMU_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *__exec, cudaGraph_t __graph,
                                          unsigned long long flags EMU_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *__exec, cudaGraph_t __graph,
                                           cudaGraphInstantiateParams *__params);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t __exec, unsigned long long *flags);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t __exec);
cudaError_t cudaGraphUpload(cudaGraphExec_t __exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t __exec, cudaStream_t stream);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t __exec, cudaGraph_t __graph,
                                cudaGraphExecUpdateResultInfo *__result);
cudaError_t
cudaGraphExecKernelNodeSetParams(cudaGraphExec_t __exec, cudaGraphNode_t __node,
                                 const struct cudaKernelNodeParams *__params);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t __exec,
                                             cudaGraphNode_t __node,
                                             const struct cudaMemcpy3DParms *__params);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t __exec,
                                               cudaGraphNode_t __node, void *__to,
                                               const void *__from, size_t bytes,
                                               enum cudaMemcpyKind __kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t __exec, cudaGraphNode_t __node, const void *__symbol,
    const void *__from, size_t bytes, size_t __offset, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t __exec,
                                                       cudaGraphNode_t __node,
                                                       void *__to, const void *__symbol,
                                                       size_t bytes, size_t __offset,
                                                       enum cudaMemcpyKind __kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t __exec,
                                             cudaGraphNode_t __node,
                                             const struct cudaMemsetParams *__params);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t __exec,
                                           cudaGraphNode_t __node,
                                           const struct cudaHostNodeParams *__params);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t __exec,
                                                 cudaGraphNode_t __node,
                                                 cudaGraph_t __child);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t __exec,
                                                 cudaGraphNode_t __node,
                                                 cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t __exec,
                                               cudaGraphNode_t __node,
                                               cudaEvent_t event);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t __exec, cudaGraphNode_t __node,
                                       struct cudaGraphNodeParams *__params);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t __exec, cudaGraphNode_t __node,
                                    unsigned int __enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t __exec, cudaGraphNode_t __node,
                                    unsigned int *__enabled);

/* ---- Capture: the work of a stream becomes nodes, and does not run. */
cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   enum cudaStreamCaptureMode __mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t __graph,
                                          const cudaGraphNode_t *__before,
                                          const cudaGraphEdgeData *__data, size_t __n,
                                          enum cudaStreamCaptureMode __mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *__graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *__status);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     enum cudaStreamCaptureStatus *__status,
                                     unsigned long long *id EMU_DEFAULT(NULL),
                                     cudaGraph_t *__graph EMU_DEFAULT(NULL),
                                     const cudaGraphNode_t **__before EMU_DEFAULT(NULL),
                                     const cudaGraphEdgeData **__data EMU_DEFAULT(NULL),
                                     size_t *__n EMU_DEFAULT(NULL));
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                cudaGraphNode_t *__nodes,
                                                const cudaGraphEdgeData *__data,
                                                size_t __n,
                                                unsigned int flags EMU_DEFAULT(0));
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *__mode);

#endif
