/* The CUDA runtime API: questions about captures, and what a thread allows in them. */
#include "graph_capture.h"

#include <stdlib.h>

static __thread enum cudaStreamCaptureMode emu_thread_mode;

const void *emu_capture_thread(void)
{
    return &emu_thread_mode;
}

enum cudaStreamCaptureMode emu_capture_thread_mode(void)
{
    return emu_thread_mode;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **before,
                                     const cudaGraphEdgeData **data, size_t *n)
{
    EMU_API_LOCK;
    struct member *m = emu_member_of(stream);
    if (!status)
        return emu_api(cudaErrorInvalidValue);
    if (!emu_stream_valid(stream))
        return emu_api(cudaErrorInvalidResourceHandle);
    *status = !m               ? cudaStreamCaptureStatusNone
              : m->of->invalid ? cudaStreamCaptureStatusInvalidated
                               : cudaStreamCaptureStatusActive;
    if (!stream || stream == cudaStreamLegacy)
        for (const struct capture *c = emu_capture_first(); c; c = c->next)
            if (emu_stream_blocks(c->origin))
                return emu_api(cudaErrorStreamCaptureImplicit);
    if (*status != cudaStreamCaptureStatusActive)
        return emu_api(cudaSuccess);
    free(m->data);
    m->data = emu_graph_room(m->n, sizeof *m->data);
    if (id)
        *id = m->of->id;
    if (graph)
        *graph = m->of->graph;
    if (before)
        *before = m->nodes;
    if (data)
        *data = m->data;
    if (n)
        *n = m->n;
    return emu_api(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status)
{
    EMU_API_LOCK;
    return cudaStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL, NULL);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                cudaGraphNode_t *nodes,
                                                const cudaGraphEdgeData *data, size_t n,
                                                unsigned int flags)
{
    EMU_API_LOCK;
    struct member *m = emu_member_of(stream);
    (void)data;
    if (!m || m->of->invalid)
        return emu_api(m ? cudaErrorStreamCaptureInvalidated : cudaErrorIllegalState);
    for (size_t i = 0; i < n; i++)
        if (!nodes || !emu_node_known(nodes[i]) || nodes[i]->graph != m->of->graph)
            return emu_api(cudaErrorInvalidValue);
    if (flags > cudaStreamSetCaptureDependencies)
        return emu_api(cudaErrorInvalidValue);
    if (flags == cudaStreamSetCaptureDependencies)
        emu_member_set(m, nodes, n);
    else
        emu_member_join(m, nodes, n);
    return emu_api(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    EMU_API_LOCK;
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return emu_api(cudaErrorInvalidValue);
    const enum cudaStreamCaptureMode before = emu_thread_mode;
    emu_thread_mode = *mode;
    *mode = before;
    return emu_api(cudaSuccess);
}
