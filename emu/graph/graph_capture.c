/* The CUDA runtime API: capture of streams. graph.h and graph_capture.h have the
   contract. */
#include "graph_capture.h"

#include <stdlib.h>
#include <string.h>

static struct capture *captures;
static struct member *members;
static unsigned long long last_id;

struct capture *emu_capture_first(void)
{
    return captures;
}

struct capture *emu_capture_at(unsigned long long id)
{
    struct capture *c = captures;
    while (c && c->id != id)
        c = c->next;
    return c;
}

struct member *emu_member_of(cudaStream_t stream)
{
    struct member *m = members;
    while (m && m->stream != stream)
        m = m->next;
    return m;
}

struct member *emu_member_make(cudaStream_t stream, struct capture *of)
{
    struct member *m = emu_graph_room(1, sizeof *m);
    m->stream = stream;
    m->of = of;
    m->next = members;
    members = m;
    return m;
}

void emu_member_set(struct member *m, struct emu_node *const *nodes, size_t n)
{
    struct emu_node **copy = emu_graph_room(n, sizeof *copy);
    if (n)
        memcpy(copy, nodes, n * sizeof *copy);
    free(m->nodes);
    m->nodes = copy;
    m->n = n;
}

void emu_member_join(struct member *m, struct emu_node *const *nodes, size_t n)
{
    struct emu_node **all = emu_graph_room(m->n + n, sizeof *all);
    size_t n_all = m->n;
    if (n_all)
        memcpy(all, m->nodes, n_all * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < n_all && all[k] != nodes[i])
            k++;
        if (k == n_all)
            all[n_all++] = nodes[i];
    }
    emu_member_set(m, all, n_all);
    free(all);
}

/* The capture has ended: its streams are as before. */
static void drop(struct capture *c)
{
    for (struct member **at = &members; *at;) {
        struct member *m = *at;
        if (m->of != c) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        free(m->nodes);
        free(m->data);
        free(m);
    }
    struct capture **at = &captures;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    free(c);
}

/* ---- The calls. */

static cudaError_t begin(cudaStream_t stream, cudaGraph_t graph,
                         const cudaGraphNode_t *before, size_t n,
                         enum cudaStreamCaptureMode mode, uintptr_t site)
{
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed || (n && !before) ||
        (graph && !emu_graph_known(graph)))
        return emu_api(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (!emu_node_known(before[i]) || before[i]->graph != graph)
            return emu_api(cudaErrorInvalidValue);
    if (!stream || stream == cudaStreamLegacy)
        return emu_refuse(site, cudaErrorStreamCaptureUnsupported,
                          "capture a stream from cudaStreamCreate()",
                          "the legacy stream, 0, cannot be captured");
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    if (emu_member_of(stream))
        return emu_api(cudaErrorIllegalState);
    struct capture *c = emu_graph_room(1, sizeof *c);
    *c = (struct capture){.next = captures,
                          .id = ++last_id,
                          .graph = graph ? graph : emu_graph_make(true),
                          .given = graph != NULL,
                          .mode = mode,
                          .thread = emu_capture_thread(),
                          .origin = stream};
    captures = c;
    emu_member_set(emu_member_make(stream, c), before, n);
    return emu_api(cudaSuccess);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    EMU_API_LOCK;
    return begin(stream, NULL, NULL, 0, mode, EMU_SITE);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *before,
                                          const cudaGraphEdgeData *data, size_t n,
                                          enum cudaStreamCaptureMode mode)
{
    EMU_API_LOCK;
    (void)data;
    return graph ? begin(stream, graph, before, n, mode, EMU_SITE)
                 : emu_api(cudaErrorInvalidValue);
}

/* Mark the nodes that the node waits for, directly or not, and itself. */
static void mark(struct emu_node *node)
{
    if (node->started)
        return;
    node->started = true;
    for (size_t i = 0; i < node->n_before; i++)
        mark(node->before[i]);
}

/* True if the capture's first stream waits for all that the others have done. */
static bool is_joined(const struct capture *c, const struct member *origin)
{
    for (size_t i = 0; i < c->graph->n; i++)
        c->graph->nodes[i]->started = false;
    for (size_t i = 0; i < origin->n; i++)
        mark(origin->nodes[i]);
    for (const struct member *m = members; m; m = m->next)
        for (size_t i = 0; m->of == c && i < m->n; i++)
            if (!m->nodes[i]->started)
                return false;
    return true;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    EMU_API_LOCK;
    struct member *m = emu_member_of(stream);
    const uintptr_t site = EMU_SITE;
    cudaError_t error = cudaSuccess;
    if (graph)
        *graph = NULL;
    if (!m || !graph)
        return emu_api(m ? cudaErrorInvalidValue : cudaErrorIllegalState);
    struct capture *c = m->of;
    if (c->thread != emu_capture_thread() && c->mode != cudaStreamCaptureModeRelaxed)
        return emu_api(cudaErrorStreamCaptureWrongThread);
    if (stream != c->origin) {
        c->invalid = true;
        return emu_refuse(
            site, cudaErrorStreamCaptureUnmatched,
            "end it in the stream of cudaStreamBeginCapture()",
            "cudaStreamEndCapture() of a stream in which no capture began");
    }
    if (c->invalid)
        error = emu_api(cudaErrorStreamCaptureInvalidated);
    else if (!is_joined(c, m))
        error = emu_refuse(site, cudaErrorStreamCaptureUnjoined,
                           "record an event in the other stream, and let this one wait "
                           "for it before the end: cudaStreamWaitEvent()",
                           "cudaStreamEndCapture() of a stream that does not wait for "
                           "the work of another stream of the capture");
    if (!error)
        *graph = c->graph;
    if (!c->given && error)
        emu_graph_free(c->graph);
    else
        c->graph->owned = false;
    drop(c);
    return error ? error : emu_api(cudaSuccess);
}
