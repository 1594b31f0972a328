/* Graphs of the runtime API: nodes and edges. graph.h has the contract. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "settings.h"

/* All graphs, also those inside nodes and execs. */
static struct emu_graph **graphs;
static size_t n_graphs;

void *emu_graph_room(size_t n, size_t bytes)
{
    return emu_allocate(n + 1, bytes, "a graph");
}

/* The array with one more element; the old one is freed. */
static void *grown(void *array, size_t *n, void *one)
{
    void **larger = emu_graph_room(*n, sizeof *larger);
    if (*n)
        memcpy(larger, array, *n * sizeof *larger);
    free(array);
    larger[(*n)++] = one;
    return larger;
}

static size_t find(void *const *array, size_t n, const void *one)
{
    size_t i = 0;
    while (i < n && array[i] != one)
        i++;
    return i;
}

bool emu_graph_known(const struct emu_graph *g)
{
    return g && find((void *const *)graphs, n_graphs, g) < n_graphs;
}

bool emu_node_known(const struct emu_node *node)
{
    for (size_t i = 0; node && i < n_graphs; i++)
        if (find((void *const *)graphs[i]->nodes, graphs[i]->n, node) < graphs[i]->n)
            return true;
    return false;
}

size_t emu_node_index(const struct emu_node *node)
{
    return find((void *const *)node->graph->nodes, node->graph->n, node);
}

struct emu_graph *emu_graph_make(bool owned)
{
    struct emu_graph *g = emu_graph_room(1, sizeof *g);
    g->owned = owned;
    graphs = grown(graphs, &n_graphs, g);
    return g;
}

static void free_node(struct emu_node *node)
{
    emu_node_clear(node);
    free(node->before);
    free(node);
}

void emu_graph_free(struct emu_graph *g)
{
    while (g->n)
        free_node(g->nodes[--g->n]);
    free(g->nodes);
    graphs[find((void *const *)graphs, n_graphs, g)] = graphs[n_graphs - 1];
    n_graphs--;
    free(g);
}

struct emu_node *emu_node_make(struct emu_graph *g, enum cudaGraphNodeType type,
                               const cudaGraphNode_t *before, size_t n, uintptr_t site)
{
    for (size_t i = 0; i < n; i++)
        if (!before || !emu_node_known(before[i]) || before[i]->graph != g ||
            find((void *const *)before, i, before[i]) < i)
            return NULL;
    struct emu_node *node = emu_graph_room(1, sizeof *node);
    node->type = type;
    node->graph = g;
    node->site = site;
    node->before = emu_graph_room(n, sizeof *node->before);
    if (n)
        memcpy(node->before, before, n * sizeof *before);
    node->n_before = n;
    g->nodes = grown(g->nodes, &g->n, node);
    return node;
}

static void forget_edge(struct emu_node *from, struct emu_node *to)
{
    const size_t i = find((void *const *)to->before, to->n_before, from);
    if (i < to->n_before)
        memmove(&to->before[i], &to->before[i + 1],
                (--to->n_before - i) * sizeof *to->before);
}

void emu_node_drop(struct emu_node *node)
{
    struct emu_graph *g = node->graph;
    const size_t i = emu_node_index(node);
    memmove(&g->nodes[i], &g->nodes[i + 1], (--g->n - i) * sizeof *g->nodes);
    for (size_t k = 0; k < g->n; k++)
        forget_edge(node, g->nodes[k]);
    free_node(node);
}

struct emu_graph *emu_graph_copy(const struct emu_graph *g, bool owned)
{
    struct emu_graph *copy = emu_graph_make(owned);
    for (size_t i = 0; i < g->n; i++) {
        const struct emu_node *from = g->nodes[i];
        struct emu_node *to = emu_node_make(copy, from->type, NULL, 0, from->site);
        emu_node_set(to, from);
        to->original = from;
    }
    for (size_t i = 0; i < g->n; i++) { /* edges may lead to later nodes */
        const struct emu_node *from = g->nodes[i];
        struct emu_node *to = copy->nodes[i];
        free(to->before);
        to->before = emu_graph_room(from->n_before, sizeof *to->before);
        to->n_before = from->n_before;
        for (size_t k = 0; k < from->n_before; k++)
            to->before[k] = copy->nodes[emu_node_index(from->before[k])];
    }
    return copy;
}

bool emu_graph_sort(const struct emu_graph *g, struct emu_node **order)
{
    size_t done = 0;
    for (size_t i = 0; i < g->n; i++)
        g->nodes[i]->started = false;
    for (bool more = true; more && done < g->n;) {
        more = false;
        for (size_t i = 0; i < g->n; i++) {
            struct emu_node *node = g->nodes[i];
            size_t k = 0;
            while (k < node->n_before && node->before[k]->started)
                k++;
            if (node->started || k < node->n_before)
                continue;
            node->started = more = true;
            order[done++] = node;
        }
    }
    return done == g->n;
}

/* ---- The calls. */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    EMU_API_LOCK;
    if (!graph || flags)
        return emu_api(cudaErrorInvalidValue);
    *graph = emu_graph_make(false);
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    EMU_API_LOCK;
    if (!emu_graph_known(graph) || graph->owned)
        return emu_api(cudaErrorInvalidValue);
    emu_graph_free(graph);
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    EMU_API_LOCK;
    if (!clone || !emu_graph_known(graph))
        return emu_api(cudaErrorInvalidValue);
    *clone = emu_graph_copy(graph, false);
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone)
{
    EMU_API_LOCK;
    if (!node || !emu_graph_known(clone))
        return emu_api(cudaErrorInvalidValue);
    for (size_t i = 0; i < clone->n; i++)
        if (clone->nodes[i]->original == original) {
            *node = clone->nodes[i];
            return emu_api(cudaSuccess);
        }
    return emu_api(cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    EMU_API_LOCK;
    if (!emu_node_known(node) || node->graph->owned)
        return emu_api(cudaErrorInvalidValue);
    emu_node_drop(node);
    return emu_api(cudaSuccess);
}

/* True if these edges, which become more or fewer, are between nodes of the graph. */
static bool are_edges(cudaGraph_t graph, const cudaGraphNode_t *from,
                      const cudaGraphNode_t *to, const cudaGraphEdgeData *data,
                      size_t n, bool exist)
{
    static const cudaGraphEdgeData plain;
    if (!emu_graph_known(graph) || (n && (!from || !to)))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!emu_node_known(from[i]) || !emu_node_known(to[i]) || from[i] == to[i] ||
            from[i]->graph != graph || to[i]->graph != graph ||
            (data && memcmp(&data[i], &plain, sizeof plain)) ||
            (find((void *const *)to[i]->before, to[i]->n_before, from[i]) <
             to[i]->n_before) != exist)
            return false;
    return true;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *data, size_t n)
{
    EMU_API_LOCK;
    if (!are_edges(graph, from, to, data, n, false))
        return emu_api(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        to[i]->before = grown(to[i]->before, &to[i]->n_before, from[i]);
    return emu_api(cudaSuccess);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *data, size_t n)
{
    EMU_API_LOCK;
    if (!are_edges(graph, from, to, data, n, true))
        return emu_api(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        forget_edge(from[i], to[i]);
    return emu_api(cudaSuccess);
}
