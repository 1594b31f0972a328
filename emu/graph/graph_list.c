/* The CUDA runtime API: what a graph consists of. Each call stores up to *n nodes or
   edges, and their number in *n; without an array, only their number. */
#include "graph.h"

/* Stores the nodes of a call one by one. */
struct list {
    cudaGraphNode_t *from, *to; /* NULL: only counted */
    cudaGraphEdgeData *data;
    size_t n, room;
};

static struct list begin(cudaGraphNode_t *from, cudaGraphNode_t *to,
                         cudaGraphEdgeData *data, const size_t *n)
{
    const size_t room = from || to ? *n : 0;
    for (size_t i = 0; i < room; i++) { /* what is more than there is becomes NULL */
        if (from)
            from[i] = NULL;
        if (to)
            to[i] = NULL;
    }
    return (struct list){from, to, data, 0, room};
}

static void add(struct list *l, cudaGraphNode_t from, cudaGraphNode_t to)
{
    if (l->n < l->room) {
        if (l->from)
            l->from[l->n] = from;
        if (l->to)
            l->to[l->n] = to;
        if (l->data)
            l->data[l->n] = (cudaGraphEdgeData){0};
    }
    l->n++;
}

static cudaError_t end(const struct list *l, size_t *n)
{
    const bool stored = l->from || l->to;
    *n = stored && l->room < l->n ? l->room : l->n;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    EMU_API_LOCK;
    if (!n || !emu_graph_known(graph))
        return emu_api(cudaErrorInvalidValue);
    struct list l = begin(nodes, NULL, NULL, n);
    for (size_t i = 0; i < graph->n; i++)
        add(&l, graph->nodes[i], NULL);
    return end(&l, n);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    EMU_API_LOCK;
    if (!n || !emu_graph_known(graph))
        return emu_api(cudaErrorInvalidValue);
    struct list l = begin(nodes, NULL, NULL, n);
    for (size_t i = 0; i < graph->n; i++)
        if (!graph->nodes[i]->n_before)
            add(&l, graph->nodes[i], NULL);
    return end(&l, n);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                              cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *n)
{
    EMU_API_LOCK;
    if (!n || !emu_graph_known(graph) || !from != !to)
        return emu_api(cudaErrorInvalidValue);
    struct list l = begin(from, to, data, n);
    for (size_t i = 0; i < graph->n; i++)
        for (size_t k = 0; k < graph->nodes[i]->n_before; k++)
            add(&l, graph->nodes[i]->before[k], graph->nodes[i]);
    return end(&l, n);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         cudaGraphEdgeData *data, size_t *n)
{
    EMU_API_LOCK;
    if (!n || !emu_node_known(node))
        return emu_api(cudaErrorInvalidValue);
    struct list l = begin(nodes, NULL, data, n);
    for (size_t k = 0; k < node->n_before; k++)
        add(&l, node->before[k], NULL);
    return end(&l, n);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           cudaGraphEdgeData *data, size_t *n)
{
    EMU_API_LOCK;
    if (!n || !emu_node_known(node))
        return emu_api(cudaErrorInvalidValue);
    struct list l = begin(nodes, NULL, data, n);
    for (size_t i = 0; i < node->graph->n; i++) {
        struct emu_node *other = node->graph->nodes[i];
        for (size_t k = 0; k < other->n_before; k++)
            if (other->before[k] == node)
                add(&l, other, NULL);
    }
    return end(&l, n);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    EMU_API_LOCK;
    if (!type || !emu_node_known(node))
        return emu_api(cudaErrorInvalidValue);
    *type = node->type;
    return emu_api(cudaSuccess);
}
