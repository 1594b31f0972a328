/*
 * What calls do while streams are captured: work becomes a node, events connect
 * streams, and calls that would wait for work that does not run have an error and make
 * the capture invalid. graph.h has the contract.
 */
#include "graph_capture.h"

#include <stdlib.h>
#include <string.h>

static bool is_legacy(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy;
}

cudaError_t emu_capture_forbids_legacy(cudaStream_t stream, const char *call,
                                       uintptr_t site)
{
    bool found = false;
    for (struct capture *c = emu_capture_first(); is_legacy(stream) && c; c = c->next)
        if (emu_stream_blocks(c->origin))
            c->invalid = found = true;
    return !found ? cudaSuccess
                  : emu_refuse(site, cudaErrorStreamCaptureImplicit,
                               "use the captured stream; or create that one with "
                               "cudaStreamNonBlocking",
                               "%s in the legacy stream, 0, which would wait for a "
                               "stream that is captured",
                               call);
}

/* ---- Work. */

bool emu_captures(cudaStream_t stream)
{
    return emu_graph_stream() < 0 && emu_member_of(stream);
}

bool emu_capture_takes(cudaStream_t stream, enum cudaGraphNodeType type,
                       const char *call, uintptr_t site, struct emu_node **node,
                       cudaError_t *error)
{
    *node = NULL;
    *error = cudaSuccess;
    if (emu_graph_stream() >= 0 || !emu_capture_first())
        return false;
    struct member *m = emu_member_of(stream);
    if (!m)
        return (*error = emu_capture_forbids_legacy(stream, call, site)) != cudaSuccess;
    *error = emu_api(m->of->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess);
    if (*error)
        return true;
    *node = emu_node_make(m->of->graph, type, m->nodes, m->n, site);
    if (*node)
        emu_member_set(m, node, 1);
    else
        *error = emu_api(cudaErrorInvalidValue); /* a node was destroyed meanwhile */
    return true;
}

bool emu_capture_takes_copy(const struct copy *c, cudaError_t *error)
{
    struct emu_node *node;
    if (!emu_capture_takes(c->stream,
                           c->fill ? cudaGraphNodeTypeMemset : cudaGraphNodeTypeMemcpy,
                           c->name, c->site, &node, error))
        return false;
    if (!node)
        return true;
    const size_t depth = c->depth ? c->depth : 1;
    const size_t from_rows = depth > 1 && c->from_pitch ? c->from_slice / c->from_pitch
                                                        : c->height,
                 to_rows = depth > 1 ? c->to_slice / c->to_pitch : c->height;
    node->copy.name = c->name;
    if (c->fill)
        node->copy.fill = (struct cudaMemsetParams){
            c->to, c->to_pitch, (unsigned char)c->value, 1, c->width, to_rows * depth};
    else
        node->copy.copy = (struct cudaMemcpy3DParms){
            .srcPtr = make_cudaPitchedPtr((void *)c->from, c->from_pitch, c->width,
                                          from_rows),
            .dstPtr = make_cudaPitchedPtr(c->to, c->to_pitch, c->width, to_rows),
            .extent = make_cudaExtent(c->width, c->height, depth),
            .kind = c->kind};
    return true;
}

/* ---- Calls that are forbidden. */

/* True if the capture forbids it to this thread. */
static bool forbids(const struct capture *c, enum forbidden what)
{
    const enum cudaStreamCaptureMode thread = emu_capture_thread_mode();
    const bool own = c->thread == emu_capture_thread();
    return what == FORBIDS_ALL || (thread != cudaStreamCaptureModeRelaxed &&
                                   c->mode != cudaStreamCaptureModeRelaxed &&
                                   (own || (thread == cudaStreamCaptureModeGlobal &&
                                            c->mode == cudaStreamCaptureModeGlobal)));
}

cudaError_t emu_capture_forbids(enum forbidden what, const char *call, uintptr_t site)
{
    bool found = false;
    for (struct capture *c = emu_capture_first(); c; c = c->next)
        if (forbids(c, what))
            c->invalid = found = true;
    return !found ? cudaSuccess
                  : emu_refuse(site, cudaErrorStreamCaptureUnsupported,
                               "call it before the capture, or after its end",
                               "%s while a stream is captured, which makes the capture "
                               "invalid",
                               call);
}

cudaError_t emu_capture_forbids_work(cudaStream_t stream, const char *call,
                                     cudaError_t error, const char *remedy,
                                     uintptr_t site)
{
    struct member *m = emu_member_of(stream);
    if (!m)
        return emu_capture_forbids_legacy(stream, call, site);
    m->of->invalid = true;
    return emu_refuse(
        site, error, remedy,
        "%s of a stream that is captured, which makes the capture invalid", call);
}

cudaError_t emu_capture_forbids_wait(cudaStream_t stream, const char *call,
                                     uintptr_t site)
{
    const cudaError_t error = emu_capture_forbids_work(
        stream, call, cudaErrorStreamCaptureUnsupported,
        "its work does not run before the graph is launched", site);
    return error ? error : emu_capture_forbids(FORBIDS_UNSAFE, call, site);
}

void emu_capture_spoil(cudaStream_t stream)
{
    struct member *m = emu_member_of(stream);
    if (m)
        m->of->invalid = true;
}

/* ---- Events. */

bool emu_capture_records(cudaStream_t stream, struct captured_event *e, uintptr_t site,
                         cudaError_t *error)
{
    const struct member *m = emu_member_of(stream);
    *error =
        m ? cudaSuccess : emu_capture_forbids_legacy(stream, "cudaEventRecord()", site);
    if (*error)
        return true;
    free(e->nodes);
    *e = (struct captured_event){0};
    if (!m)
        return false;
    *error = emu_api(m->of->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess);
    e->capture = m->of->id;
    e->nodes = emu_graph_room(m->n, sizeof *e->nodes);
    e->n = m->n;
    if (m->n)
        memcpy(e->nodes, m->nodes, m->n * sizeof *e->nodes);
    return true;
}

/* The stream waits for an event of this capture. */
static cudaError_t join(cudaStream_t stream, const struct captured_event *e,
                        struct capture *c, uintptr_t site)
{
    struct member *m = emu_member_of(stream);
    if (c->invalid)
        return emu_api(cudaErrorStreamCaptureInvalidated);
    if (is_legacy(stream) || (m && m->of != c)) {
        c->invalid = true;
        if (m)
            m->of->invalid = true;
        return emu_refuse(
            site, m ? cudaErrorStreamCaptureMerge : cudaErrorStreamCaptureImplicit,
            "let both streams be of one capture",
            "cudaStreamWaitEvent() of %s for an event of %s capture",
            m ? "a stream that is captured" : "the legacy stream, 0,",
            m ? "another" : "a");
    }
    if (!m)
        m = emu_member_make(stream, c);
    emu_member_join(m, e->nodes, e->n);
    return emu_api(cudaSuccess);
}

bool emu_capture_waits(cudaStream_t stream, const struct captured_event *e,
                       uintptr_t site, cudaError_t *error)
{
    struct capture *c = e->capture ? emu_capture_at(e->capture) : NULL;
    struct member *m = emu_member_of(stream);
    if (c)
        *error = join(stream, e, c, site);
    else if (e->capture)
        *error = emu_api(cudaErrorInvalidValue); /* it was only in a graph */
    else if (m)
        *error = emu_capture_forbids_work(
            stream, "cudaStreamWaitEvent(), for an event of no capture,",
            cudaErrorStreamCaptureIsolation,
            "record the event in a stream of the capture; or wait with "
            "cudaEventWaitExternal",
            site);
    else
        *error = emu_capture_forbids_legacy(stream, "cudaStreamWaitEvent()", site);
    return c || e->capture || *error;
}

cudaError_t emu_capture_forbids_event(const struct captured_event *e, const char *call,
                                      uintptr_t site)
{
    struct capture *c = e->capture ? emu_capture_at(e->capture) : NULL;
    if (!e->capture)
        return emu_capture_forbids(FORBIDS_UNSAFE, call, site);
    if (!c)
        return emu_api(cudaErrorInvalidValue);
    c->invalid = true;
    return emu_refuse(site, cudaErrorCapturedEvent,
                      "its work does not run before the graph is launched",
                      "%s of an event that was recorded in a stream that is captured",
                      call);
}
