/* The CUDA runtime API: graphs that can be launched. graph.h has the contract. */
#include "graph.h"

#include <stdlib.h>

#include "handles.h"

static struct handles execs;

bool emu_exec_known(const struct emu_exec *exec)
{
    return exec && emu_handle_known(&execs, exec);
}

struct emu_node *emu_exec_node(const struct emu_exec *exec,
                               const struct emu_node *original)
{
    for (size_t i = 0; i < exec->graph->n; i++)
        if (original && exec->graph->nodes[i]->original == original)
            return exec->graph->nodes[i];
    return NULL;
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                               unsigned long long flags, uintptr_t site,
                               cudaGraphInstantiateResult *result)
{
    *result = cudaGraphInstantiateError;
    if (!exec || !emu_graph_known(graph) ||
        flags > 2 * cudaGraphInstantiateFlagUseNodePriority - 1)
        return emu_api(cudaErrorInvalidValue);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        return emu_refuse(
            site, cudaErrorNotSupported, "launch the graph on the host",
            "cudaGraphInstantiate() of a graph that kernels launch, which "
            "the emulator does not support");
    struct emu_node **order = emu_graph_room(graph->n, sizeof(struct emu_node *));
    const bool sorted = emu_graph_sort(graph, order);
    free(order);
    *result = cudaGraphInstantiateInvalidStructure;
    if (!sorted)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "remove an edge: cudaGraphRemoveDependencies()",
                          "cudaGraphInstantiate() of a graph whose edges are a circle");
    *exec = emu_handle_make(&execs, sizeof **exec);
    if (!*exec)
        return emu_api(cudaErrorMemoryAllocation);
    (*exec)->graph = emu_graph_copy(graph, true);
    (*exec)->flags = flags;
    *result = cudaGraphInstantiateSuccess;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    EMU_API_LOCK;
    cudaGraphInstantiateResult result;
    return instantiate(exec, graph, flags, EMU_SITE, &result);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    EMU_API_LOCK;
    cudaGraphInstantiateResult result;
    return instantiate(exec, graph, flags, EMU_SITE, &result);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params)
{
    EMU_API_LOCK;
    if (!params)
        return emu_api(cudaErrorInvalidValue);
    params->errNode_out = NULL;
    return instantiate(exec, graph, params->flags, EMU_SITE, &params->result_out);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    EMU_API_LOCK;
    if (!flags || !emu_exec_known(exec))
        return emu_api(cudaErrorInvalidValue);
    *flags = exec->flags;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    EMU_API_LOCK;
    if (!emu_exec_known(exec))
        return emu_api(cudaErrorInvalidValue);
    emu_graph_free(exec->graph);
    return emu_handle_destroy(&execs, exec);
}

/* ---- Changes. */

/* True if both nodes wait for nodes at the same places of their graphs. */
static bool same_edges(const struct emu_node *a, const struct emu_node *b)
{
    if (a->n_before != b->n_before)
        return false;
    for (size_t i = 0; i < a->n_before; i++)
        if (emu_node_index(a->before[i]) != emu_node_index(b->before[i]))
            return false;
    return true;
}

/* Why the exec's graph cannot become like this one; *at is the node of it. */
static enum cudaGraphExecUpdateResult differ(const struct emu_graph *exec,
                                             const struct emu_graph *graph, size_t *at)
{
    *at = 0;
    if (exec->n != graph->n)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < graph->n; i++) {
        const struct emu_node *a = exec->nodes[i], *b = graph->nodes[i];
        size_t in_child;
        *at = i;
        if (a->type != b->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (!same_edges(a, b))
            return cudaGraphExecUpdateErrorTopologyChanged;
        const enum cudaGraphExecUpdateResult result =
            a->child ? differ(a->child, b->child, &in_child)
                     : cudaGraphExecUpdateSuccess;
        if (result)
            return result;
    }
    return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result)
{
    EMU_API_LOCK;
    size_t at;
    if (!result || !emu_exec_known(exec) || !emu_graph_known(graph))
        return emu_api(cudaErrorInvalidValue);
    *result =
        (cudaGraphExecUpdateResultInfo){differ(exec->graph, graph, &at), NULL, NULL};
    if (result->result && exec->graph->n == graph->n)
        result->errorNode = graph->nodes[at];
    if (result->result)
        return emu_api(cudaErrorGraphExecUpdateFailure);
    for (size_t i = 0; i < graph->n; i++) {
        emu_node_set(exec->graph->nodes[i], graph->nodes[i]);
        exec->graph->nodes[i]->site = graph->nodes[i]->site;
    }
    return emu_api(cudaSuccess);
}

/* True if an exec's node may be disabled: *node is set. */
static bool can_be_disabled(cudaGraphExec_t exec, cudaGraphNode_t original,
                            struct emu_node **node)
{
    *node = emu_exec_known(exec) ? emu_exec_node(exec, original) : NULL;
    return *node && ((*node)->type == cudaGraphNodeTypeKernel ||
                     (*node)->type == cudaGraphNodeTypeMemcpy ||
                     (*node)->type == cudaGraphNodeTypeMemset);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t original,
                                    unsigned int enabled)
{
    EMU_API_LOCK;
    struct emu_node *node;
    if (!can_be_disabled(exec, original, &node))
        return emu_api(cudaErrorInvalidValue);
    node->disabled = !enabled;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t original,
                                    unsigned int *enabled)
{
    EMU_API_LOCK;
    struct emu_node *node;
    if (!enabled || !can_be_disabled(exec, original, &node))
        return emu_api(cudaErrorInvalidValue);
    *enabled = !node->disabled;
    return emu_api(cudaSuccess);
}
