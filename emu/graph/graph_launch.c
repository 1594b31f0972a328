/*
 * The CUDA runtime API: the launch of a graph. Its nodes run one after the other, in an
 * order that the edges allow. For races, each branch has a stream of its own
 * (streams.h), so that two nodes are ordered only by edges:
 *
 *        a         a, b: the stream of the launch
 *       / \        c:    another one, which begins after a
 *      b   c       d:    the stream of b, which waits for c
 *       \ /
 *        d
 */
#include "graph.h"

#include <stdlib.h>

#include "host_order.h"

static __thread int emu_stream_now = -1; /* of the thread that launches a graph */

int emu_graph_stream(void)
{
    return emu_stream_now;
}

/* ---- What a node does. */

static cudaError_t do_copy(const struct emu_node *node)
{
    const struct cudaMemcpy3DParms *p = &node->copy.copy;
    const struct cudaPitchedPtr *to = &p->dstPtr, *from = &p->srcPtr;
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < p->extent.depth && !error; z++) {
        const size_t to_row = p->dstPos.y + to->ysize * (p->dstPos.z + z),
                     from_row = p->srcPos.y + from->ysize * (p->srcPos.z + z);
        error = emu_copy(&(struct copy){
            .name = node->copy.name,
            .site = node->site,
            .to = (char *)to->ptr + p->dstPos.x + to_row * to->pitch,
            .to_pitch = to->pitch,
            .from = (const char *)from->ptr + p->srcPos.x + from_row * from->pitch,
            .from_pitch = from->pitch,
            .width = p->extent.width,
            .height = p->extent.height,
            .kind = p->kind});
    }
    return error;
}

static cudaError_t do_fill(const struct emu_node *node)
{
    const struct cudaMemsetParams *p = &node->copy.fill;
    const size_t width = p->width * p->elementSize;
    return emu_copy(&(struct copy){.name = node->copy.name,
                                   .site = node->site,
                                   .to = p->dst,
                                   .to_pitch = p->height == 1 ? width : p->pitch,
                                   .width = width,
                                   .height = p->height,
                                   .kind = cudaMemcpyHostToDevice,
                                   .fill = true,
                                   .value = p->value,
                                   .element = p->elementSize});
}

static void do_launch(const struct emu_node *node)
{
    const struct kept_launch *l = &node->launch;
    struct emu_config config = l->config;
    config.stream = NULL; /* emu_graph_stream() counts */
    config.__site = node->site;
    emu_launch(&config, l->run, l->closure, l->closure_bytes, l->kernel, l->arguments,
               l->values, l->n_values);
}

/* The function runs after all that the node waits for, and nodes of other branches
   after it: the host has waited. It may wait for other host threads, which use the API
   meanwhile. */
static void do_host(const struct emu_node *node)
{
    const int stream = emu_stream_now;
    const struct cudaHostNodeParams host = node->host;
    emu_host_joins(stream);
    emu_host_waited();
    emu_stream_now = -1;
    emu_api_unlock(NULL);
    host.fn(host.userData);
    emu_api_lock();
    emu_stream_now = stream;
}

static cudaError_t run_graph(struct emu_graph *g, int stream);

static cudaError_t run_node(struct emu_node *node)
{
    cudaError_t error = cudaSuccess;
    emu_stream_now = node->stream;
    if (node->disabled)
        ;
    else if (node->type == cudaGraphNodeTypeKernel)
        do_launch(node);
    else if (node->type == cudaGraphNodeTypeMemcpy)
        error = do_copy(node);
    else if (node->type == cudaGraphNodeTypeMemset)
        error = do_fill(node);
    else if (node->type == cudaGraphNodeTypeHost)
        do_host(node);
    else if (node->type == cudaGraphNodeTypeGraph)
        error = run_graph(node->child, node->stream);
    else if (node->type == cudaGraphNodeTypeEventRecord)
        emu_event_record_in(node->event, node->stream);
    else if (node->type == cudaGraphNodeTypeWaitEvent)
        emu_event_wait_in(node->event, node->stream);
    emu_stream_now = -1;
    return error;
}

/* ---- Branches. */

/* The stream of each node: that of a node before it, if no other one continues that; or
   one of its own. All begin now, so that work of the first is kept for the others. */
static void find_streams(struct emu_node **order, size_t n, int of_graph)
{
    struct clock start;
    bool first = true;
    emu_stream_record(of_graph, &start);
    for (size_t i = 0; i < n; i++)
        order[i]->continued = false;
    for (size_t i = 0; i < n; i++) {
        struct emu_node *node = order[i];
        size_t k = 0;
        while (k < node->n_before && node->before[k]->continued)
            k++;
        if (k < node->n_before) {
            node->before[k]->continued = true;
            node->stream = node->before[k]->stream;
            continue;
        }
        const int branch = first ? -1 : emu_stream_branch(of_graph, &start);
        node->stream = branch < 0 ? of_graph : branch; /* no room: fewer races */
        first = false;
    }
}

/* Run all nodes; the next work of the stream is after all of them. */
static cudaError_t run_graph(struct emu_graph *g, int stream)
{
    struct emu_node **order = emu_graph_room(g->n, sizeof(struct emu_node *));
    cudaError_t error = cudaSuccess;
    size_t n = 0;
    emu_graph_sort(g, order);
    find_streams(order, g->n, stream);
    for (; n < g->n && !error && !emu_api_stuck(); n++) {
        struct emu_node *node = order[n];
        for (size_t k = 0; k < node->n_before; k++)
            if (node->before[k]->stream != node->stream)
                emu_stream_wait(node->stream, &node->before[k]->ended);
        error = run_node(node);
        emu_stream_record(node->stream, &node->ended);
    }
    for (size_t i = 0; i < g->n; i++) {
        if (order[i]->stream == stream)
            continue;
        if (i < n && !order[i]->continued)
            emu_stream_wait(stream, &order[i]->ended);
        emu_stream_close(order[i]->stream);
    }
    free(order);
    return error;
}

/* The exec and the stream of a call; none of them is part of a capture. */
static cudaError_t check(cudaGraphExec_t exec, cudaStream_t stream, const char *call,
                         uintptr_t site)
{
    if (!emu_exec_known(exec))
        return emu_api(cudaErrorInvalidValue);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    return emu_capture_forbids_work(
        stream, call, cudaErrorStreamCaptureUnsupported,
        "add the graph as a node: cudaGraphAddChildGraphNode()", site);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    EMU_API_LOCK;
    const cudaError_t error = check(exec, stream, "cudaGraphUpload()", EMU_SITE);
    return error ? error : emu_api(cudaSuccess);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    EMU_API_LOCK;
    const cudaError_t error = check(exec, stream, "cudaGraphLaunch()", EMU_SITE);
    return error ? error : emu_api(run_graph(exec->graph, emu_stream_number(stream)));
}
