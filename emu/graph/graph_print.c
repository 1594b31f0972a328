/* The CUDA runtime API: a graph as text, for dot of Graphviz. */
#include "graph.h"

#include <stdio.h>

static const char *const names[] = {"kernel", "memcpy", "memset",     "host",
                                    "graph",  "empty",  "event wait", "event record"};

static void print_node(FILE *to, const struct emu_node *node, size_t i,
                       unsigned int flags)
{
    const struct kept_launch *l = &node->launch;
    fprintf(to, "    n%zu [shape=box, label=\"%zu: %s", i, i, names[node->type]);
    if (node->type == cudaGraphNodeTypeKernel)
        fprintf(to, " %s", l->kernel);
    if (node->type == cudaGraphNodeTypeKernel &&
        flags &
            (cudaGraphDebugDotFlagsVerbose | cudaGraphDebugDotFlagsKernelNodeParams))
        fprintf(to, "\\ngrid %u x %u x %u, block %u x %u x %u, %zu bytes", //
                l->config.__grid.x, l->config.__grid.y, l->config.__grid.z,
                l->config.__block.x, l->config.__block.y, l->config.__block.z,
                l->config.__shared);
    fprintf(to, "\"];\n");
    for (size_t k = 0; k < node->n_before; k++)
        fprintf(to, "    n%zu -> n%zu;\n", emu_node_index(node->before[k]), i);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path,
                                   unsigned int flags)
{
    EMU_API_LOCK;
    FILE *to = path && emu_graph_known(graph) ? fopen(path, "w") : NULL;
    if (!path || !emu_graph_known(graph))
        return emu_api(cudaErrorInvalidValue);
    if (!to)
        return emu_api(cudaErrorOperatingSystem);
    fprintf(to, "digraph graph_of_cuda {\n");
    for (size_t i = 0; i < graph->n; i++)
        print_node(to, graph->nodes[i], i, flags);
    fprintf(to, "}\n");
    return emu_api(fclose(to) ? cudaErrorOperatingSystem : cudaSuccess);
}
