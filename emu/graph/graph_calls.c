/*
 * The CUDA runtime API: nodes of graphs. Each type of node has a call that adds one to
 * a graph, one that changes it there, and one that changes it in an exec.
 */
#include "graph_nodes.h"

/* `error` is that of the parameters in *wanted. */
static cudaError_t add(cudaError_t error, struct emu_node *wanted, cudaGraphNode_t *to,
                       cudaGraph_t graph, const cudaGraphNode_t *before, size_t n,
                       uintptr_t site)
{
    struct emu_node *node = NULL;
    if (!error && to && emu_graph_known(graph) && wanted->child != graph)
        node = emu_node_make(graph, wanted->type, before, n, site);
    if (node) {
        emu_node_set(node, wanted);
        *to = node;
    }
    emu_launch_drop(&wanted->launch);
    return error ? error : emu_api(node ? cudaSuccess : cudaErrorInvalidValue);
}

static cudaError_t set(cudaError_t error, struct emu_node *wanted,
                       struct emu_node *node, bool known, uintptr_t site)
{
    if (!error && (!known || node->type != wanted->type))
        error = cudaErrorInvalidValue;
    if (!error) {
        emu_node_set(node, wanted);
        node->site = site;
    }
    emu_launch_drop(&wanted->launch);
    return emu_api(error);
}

static struct emu_node *of_exec(cudaGraphExec_t exec, cudaGraphNode_t original)
{
    return emu_exec_known(exec) ? emu_exec_node(exec, original) : NULL;
}

/* `read` puts the parameters of the call into `wanted`. */
#define ADD(function, read, ...)                                                       \
    cudaError_t function(cudaGraphNode_t *node, cudaGraph_t graph,                     \
                         const cudaGraphNode_t *before, size_t n, __VA_ARGS__)         \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        const uintptr_t site = EMU_SITE;                                               \
        struct emu_node wanted = {0};                                                  \
        const cudaError_t error = read;                                                \
        return add(error, &wanted, node, graph, before, n, site);                      \
    }
#define SET(function, read, ...)                                                       \
    cudaError_t function(cudaGraphNode_t node, __VA_ARGS__)                            \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        const uintptr_t site = EMU_SITE;                                               \
        struct emu_node wanted = {0};                                                  \
        const cudaError_t error = read;                                                \
        return set(error, &wanted, node, emu_node_known(node), site);                  \
    }
#define SET_EXEC(function, read, ...)                                                  \
    cudaError_t function(cudaGraphExec_t exec, cudaGraphNode_t original, __VA_ARGS__)  \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        const uintptr_t site = EMU_SITE;                                               \
        struct emu_node wanted = {0}, *node = of_exec(exec, original);                 \
        const cudaError_t error = read;                                                \
        return set(error, &wanted, node, node != NULL, site);                          \
    }

/* Bytes in a row. */
static cudaError_t row(struct emu_node *wanted, void *to, const void *from,
                       size_t bytes, enum cudaMemcpyKind kind, uintptr_t site)
{
    const struct cudaMemcpy3DParms p = emu_copy_row(to, from, bytes, kind);
    return emu_read_copy(wanted, "cudaGraphAddMemcpyNode1D()", &p, site);
}

static cudaError_t to_symbol(struct emu_node *wanted, const void *symbol,
                             const void *from, size_t bytes, size_t offset,
                             enum cudaMemcpyKind kind, uintptr_t site)
{
    char *to = emu_node_variable(symbol, offset);
    return to ? row(wanted, to, from, bytes, kind, site)
              : emu_api(cudaErrorInvalidSymbol);
}

static cudaError_t from_symbol(struct emu_node *wanted, void *to, const void *symbol,
                               size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                               uintptr_t site)
{
    const char *from = emu_node_variable(symbol, offset);
    return from ? row(wanted, to, from, bytes, kind, site)
                : emu_api(cudaErrorInvalidSymbol);
}

ADD(cudaGraphAddKernelNode, emu_read_kernel(&wanted, p, site),
    const struct cudaKernelNodeParams *p)
SET(cudaGraphKernelNodeSetParams, emu_read_kernel(&wanted, p, site),
    const struct cudaKernelNodeParams *p)
SET_EXEC(cudaGraphExecKernelNodeSetParams, emu_read_kernel(&wanted, p, site),
         const struct cudaKernelNodeParams *p)
ADD(cudaGraphAddMemcpyNode, emu_read_copy(&wanted, "cudaGraphAddMemcpyNode()", p, site),
    const struct cudaMemcpy3DParms *p)
SET(cudaGraphMemcpyNodeSetParams,
    emu_read_copy(&wanted, "cudaGraphAddMemcpyNode()", p, site),
    const struct cudaMemcpy3DParms *p)
SET_EXEC(cudaGraphExecMemcpyNodeSetParams,
         emu_read_copy(&wanted, "cudaGraphAddMemcpyNode()", p, site),
         const struct cudaMemcpy3DParms *p)
ADD(cudaGraphAddMemcpyNode1D, row(&wanted, to, from, bytes, kind, site), void *to,
    const void *from, size_t bytes, enum cudaMemcpyKind kind)
SET(cudaGraphMemcpyNodeSetParams1D, row(&wanted, to, from, bytes, kind, site), void *to,
    const void *from, size_t bytes, enum cudaMemcpyKind kind)
SET_EXEC(cudaGraphExecMemcpyNodeSetParams1D, row(&wanted, to, from, bytes, kind, site),
         void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
ADD(cudaGraphAddMemcpyNodeToSymbol,
    to_symbol(&wanted, symbol, from, bytes, offset, kind, site), const void *symbol,
    const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
SET(cudaGraphMemcpyNodeSetParamsToSymbol,
    to_symbol(&wanted, symbol, from, bytes, offset, kind, site), const void *symbol,
    const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
SET_EXEC(cudaGraphExecMemcpyNodeSetParamsToSymbol,
         to_symbol(&wanted, symbol, from, bytes, offset, kind, site),
         const void *symbol, const void *from, size_t bytes, size_t offset,
         enum cudaMemcpyKind kind)
ADD(cudaGraphAddMemcpyNodeFromSymbol,
    from_symbol(&wanted, to, symbol, bytes, offset, kind, site), void *to,
    const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
SET(cudaGraphMemcpyNodeSetParamsFromSymbol,
    from_symbol(&wanted, to, symbol, bytes, offset, kind, site), void *to,
    const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
SET_EXEC(cudaGraphExecMemcpyNodeSetParamsFromSymbol,
         from_symbol(&wanted, to, symbol, bytes, offset, kind, site), void *to,
         const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
ADD(cudaGraphAddMemsetNode, emu_read_fill(&wanted, p), const struct cudaMemsetParams *p)
SET(cudaGraphMemsetNodeSetParams, emu_read_fill(&wanted, p),
    const struct cudaMemsetParams *p)
SET_EXEC(cudaGraphExecMemsetNodeSetParams, emu_read_fill(&wanted, p),
         const struct cudaMemsetParams *p)
ADD(cudaGraphAddHostNode, emu_read_host(&wanted, p), const struct cudaHostNodeParams *p)
SET(cudaGraphHostNodeSetParams, emu_read_host(&wanted, p),
    const struct cudaHostNodeParams *p)
SET_EXEC(cudaGraphExecHostNodeSetParams, emu_read_host(&wanted, p),
         const struct cudaHostNodeParams *p)
ADD(cudaGraphAddChildGraphNode, emu_read_child(&wanted, child), cudaGraph_t child)
SET_EXEC(cudaGraphExecChildGraphNodeSetParams, emu_read_child(&wanted, child),
         cudaGraph_t child)
ADD(cudaGraphAddEventRecordNode,
    emu_read_event(&wanted, cudaGraphNodeTypeEventRecord, event), cudaEvent_t event)
SET(cudaGraphEventRecordNodeSetEvent,
    emu_read_event(&wanted, cudaGraphNodeTypeEventRecord, event), cudaEvent_t event)
SET_EXEC(cudaGraphExecEventRecordNodeSetEvent,
         emu_read_event(&wanted, cudaGraphNodeTypeEventRecord, event),
         cudaEvent_t event)
ADD(cudaGraphAddEventWaitNode,
    emu_read_event(&wanted, cudaGraphNodeTypeWaitEvent, event), cudaEvent_t event)
SET(cudaGraphEventWaitNodeSetEvent,
    emu_read_event(&wanted, cudaGraphNodeTypeWaitEvent, event), cudaEvent_t event)
SET_EXEC(cudaGraphExecEventWaitNodeSetEvent,
         emu_read_event(&wanted, cudaGraphNodeTypeWaitEvent, event), cudaEvent_t event)
SET(cudaGraphNodeSetParams, emu_read_any(&wanted, p, site),
    struct cudaGraphNodeParams *p)
SET_EXEC(cudaGraphExecNodeSetParams, emu_read_any(&wanted, p, site),
         struct cudaGraphNodeParams *p)

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t n)
{
    EMU_API_LOCK;
    struct emu_node wanted = {.type = cudaGraphNodeTypeEmpty};
    return add(cudaSuccess, &wanted, node, graph, before, n, EMU_SITE);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *before,
                             const cudaGraphEdgeData *data, size_t n,
                             struct cudaGraphNodeParams *p)
{
    EMU_API_LOCK;
    const uintptr_t site = EMU_SITE;
    struct emu_node wanted = {0};
    (void)data;
    const cudaError_t error = emu_read_any(&wanted, p, site);
    return add(error, &wanted, node, graph, before, n, site);
}

/* ---- Reading what a node does. */

/* True if it is a node of this type, and there is a place for the result. */
static bool is(cudaGraphNode_t node, enum cudaGraphNodeType type, const void *result)
{
    return result && emu_node_known(node) && node->type == type;
}

#define GET(function, type, result, value)                                             \
    cudaError_t function(cudaGraphNode_t node, result)                                 \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        if (!is(node, type, p))                                                        \
            return emu_api(cudaErrorInvalidValue);                                     \
        *p = value;                                                                    \
        return emu_api(cudaSuccess);                                                   \
    }
GET(cudaGraphKernelNodeGetParams, cudaGraphNodeTypeKernel,
    struct cudaKernelNodeParams *p,
    ((struct cudaKernelNodeParams){
        (void *)node->launch.function, node->launch.config.__grid,
        node->launch.config.__block, (unsigned)node->launch.config.__shared,
        node->launch.parameters, NULL}))
GET(cudaGraphMemcpyNodeGetParams, cudaGraphNodeTypeMemcpy, struct cudaMemcpy3DParms *p,
    node->copy.copy)
GET(cudaGraphMemsetNodeGetParams, cudaGraphNodeTypeMemset, struct cudaMemsetParams *p,
    node->copy.fill)
GET(cudaGraphHostNodeGetParams, cudaGraphNodeTypeHost, struct cudaHostNodeParams *p,
    node->host)
GET(cudaGraphChildGraphNodeGetGraph, cudaGraphNodeTypeGraph, cudaGraph_t *p,
    node->child)
GET(cudaGraphEventRecordNodeGetEvent, cudaGraphNodeTypeEventRecord, cudaEvent_t *p,
    node->event)
GET(cudaGraphEventWaitNodeGetEvent, cudaGraphNodeTypeWaitEvent, cudaEvent_t *p,
    node->event)
