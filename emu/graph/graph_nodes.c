/* Nodes of graphs: what they do, by their types. graph_nodes.h has the contract. */
#include "graph_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "variable.h"

void emu_node_clear(struct emu_node *node)
{
    emu_launch_drop(&node->launch);
    if (node->child)
        emu_graph_free(node->child);
    node->child = NULL;
}

void emu_node_set(struct emu_node *to, const struct emu_node *from)
{
    emu_node_clear(to);
    if (from->type == cudaGraphNodeTypeKernel)
        emu_launch_keep(&to->launch, &from->launch);
    if (from->child)
        to->child = emu_graph_copy(from->child, true);
    to->copy = from->copy;
    to->host = from->host;
    to->event = from->event;
}

struct cudaMemcpy3DParms emu_copy_row(void *to, const void *from, size_t bytes,
                                      enum cudaMemcpyKind kind)
{
    return (struct cudaMemcpy3DParms){
        .srcPtr = make_cudaPitchedPtr((void *)from, bytes, bytes, 1),
        .dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1),
        .extent = make_cudaExtent(bytes, 1, 1),
        .kind = kind};
}

static cudaError_t check_copy(const struct cudaMemcpy3DParms *p, uintptr_t site)
{
    if (!p || (unsigned)p->kind > cudaMemcpyDefault || !p->extent.width ||
        !p->extent.height || !p->extent.depth)
        return emu_api(cudaErrorInvalidValue);
    if (p->srcArray || p->dstArray)
        return emu_refuse(site, cudaErrorNotSupported,
                          "let the node copy plain memory: srcPtr and dstPtr",
                          "a node of a graph copies a CUDA array, which the emulator "
                          "does not support");
    return cudaSuccess;
}

static cudaError_t check_fill(const struct cudaMemsetParams *p)
{
    const bool right =
        p && p->dst && p->width && p->height &&
        (p->elementSize == 1 || p->elementSize == 2 || p->elementSize == 4) &&
        (p->height == 1 || p->pitch >= p->width * p->elementSize);
    return right ? cudaSuccess : emu_api(cudaErrorInvalidValue);
}

char *emu_node_variable(const void *symbol, size_t offset)
{
    const void *of_device = emu_variable_of_symbol(symbol);
    return emu_variable_holds((uintptr_t)of_device, 1) ? (char *)of_device + offset
                                                       : NULL;
}

/* ---- The parameters of calls. */

cudaError_t emu_read_kernel(struct emu_node *wanted,
                            const struct cudaKernelNodeParams *p, uintptr_t site)
{
    wanted->type = cudaGraphNodeTypeKernel;
    return emu_launch_of(p, site, &wanted->launch);
}

cudaError_t emu_read_copy(struct emu_node *wanted, const char *name,
                          const struct cudaMemcpy3DParms *p, uintptr_t site)
{
    const cudaError_t error = check_copy(p, site);
    wanted->type = cudaGraphNodeTypeMemcpy;
    if (!error)
        wanted->copy = (struct kept_copy){.name = name, .copy = *p};
    return error;
}

cudaError_t emu_read_fill(struct emu_node *wanted, const struct cudaMemsetParams *p)
{
    const cudaError_t error = check_fill(p);
    wanted->type = cudaGraphNodeTypeMemset;
    if (!error)
        wanted->copy =
            (struct kept_copy){.name = "cudaGraphAddMemsetNode()", .fill = *p};
    return error;
}

cudaError_t emu_read_host(struct emu_node *wanted, const struct cudaHostNodeParams *p)
{
    wanted->type = cudaGraphNodeTypeHost;
    if (!p || !p->fn)
        return emu_api(cudaErrorInvalidValue);
    wanted->host = *p;
    return cudaSuccess;
}

cudaError_t emu_read_child(struct emu_node *wanted, cudaGraph_t child)
{
    wanted->type = cudaGraphNodeTypeGraph;
    if (!emu_graph_known(child))
        return emu_api(cudaErrorInvalidValue);
    wanted->child = child;
    return cudaSuccess;
}

cudaError_t emu_read_event(struct emu_node *wanted, enum cudaGraphNodeType type,
                           cudaEvent_t event)
{
    wanted->type = type;
    wanted->event = event;
    return emu_event_known(event) ? cudaSuccess
                                  : emu_api(cudaErrorInvalidResourceHandle);
}

cudaError_t emu_read_any(struct emu_node *wanted, const struct cudaGraphNodeParams *p,
                         uintptr_t site)
{
    struct cudaKernelNodeParams kernel;
    struct cudaMemsetParams fill;
    struct cudaHostNodeParams host;
    if (!p)
        return emu_api(cudaErrorInvalidValue);
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        memcpy(&kernel, &p->kernel, sizeof kernel);
        return emu_read_kernel(wanted, &kernel, site);
    case cudaGraphNodeTypeMemcpy:
        return emu_read_copy(wanted, "cudaGraphAddNode()", &p->memcpy.copyParams, site);
    case cudaGraphNodeTypeMemset:
        memcpy(&fill, &p->memset, sizeof fill);
        return emu_read_fill(wanted, &fill);
    case cudaGraphNodeTypeHost:
        memcpy(&host, &p->host, sizeof host);
        return emu_read_host(wanted, &host);
    case cudaGraphNodeTypeGraph:
        return emu_read_child(wanted, p->graph.graph);
    case cudaGraphNodeTypeEmpty:
        wanted->type = p->type;
        return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
        return emu_read_event(wanted, p->type, p->eventWait.event);
    default:
        return emu_refuse(site, cudaErrorNotSupported,
                          "use nodes of kernels, copies, fills, host functions, events "
                          "and child graphs",
                          "a node of type %d is added to a graph, which the emulator "
                          "does not support",
                          (int)p->type);
    }
}
