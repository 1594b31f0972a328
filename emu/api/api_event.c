/* The CUDA runtime API: events. Their time is the modelled device's. */
#include <cuda_runtime.h>

#include <stdlib.h>

#include "api.h"
#include "graph.h"
#include "handles.h"
#include "host_order.h"
#include "runtime_launch.h"
#include "streams.h"

struct emu_event {
    double seconds; /* on the modelled device's clock; negative before it is recorded */
    bool timed;
    struct clock ended; /* what has ended when it is complete: streams.h */
    struct captured_event captured;
};

static struct handles events;

/* ---- Nodes of graphs. */

bool emu_event_known(cudaEvent_t event)
{
    return emu_handle_known(&events, event);
}

static void record(cudaEvent_t event, int stream)
{
    event->seconds = emu_clock();
    emu_stream_record(stream, &event->ended);
}

void emu_event_record_in(cudaEvent_t event, int stream)
{
    if (emu_event_known(event))
        record(event, stream);
}

void emu_event_wait_in(cudaEvent_t event, int stream)
{
    if (emu_event_known(event))
        emu_stream_wait(stream, &event->ended);
}

/* A call of an external event in a captured stream makes a node: *error is its result.
 */
static bool is_node(cudaStream_t stream, enum cudaGraphNodeType type, cudaEvent_t event,
                    const char *call, uintptr_t site, cudaError_t *error)
{
    struct emu_node *node;
    if (!emu_captures(stream) ||
        !emu_capture_takes(stream, type, call, site, &node, error))
        return false;
    if (node)
        node->event = event;
    return true;
}

/* ---- The calls. */

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags)
{
    EMU_API_LOCK;
    cudaError_t error;
    if (!emu_handle_known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    if (flags & cudaEventWaitExternal &&
        is_node(stream, cudaGraphNodeTypeWaitEvent, event, "cudaStreamWaitEvent()",
                EMU_SITE, &error))
        return error;
    if (emu_stream_valid(stream) &&
        emu_capture_waits(stream, &event->captured, EMU_SITE, &error))
        return error;
    if (emu_stream_valid(stream))
        emu_stream_wait(emu_stream_number(stream), &event->ended);
    return emu_stream_check(stream);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    EMU_API_LOCK;
    bool timed = !(flags & cudaEventDisableTiming);
    if (!event || flags > 7 || (flags & cudaEventInterprocess && timed))
        return emu_api(cudaErrorInvalidValue);
    *event = emu_handle_make(&events, sizeof **event);
    if (!*event)
        return emu_api(cudaErrorMemoryAllocation);
    (*event)->seconds = -1;
    (*event)->timed = timed;
    return emu_api(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    EMU_API_LOCK;
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    EMU_API_LOCK;
    if (emu_handle_known(&events, event))
        free(event->captured.nodes);
    return emu_handle_destroy(&events, event);
}

static cudaError_t record_at(cudaEvent_t event, cudaStream_t stream, uintptr_t site)
{
    if (!emu_handle_known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    cudaError_t error = emu_stream_check(stream);
    if (error || emu_capture_records(stream, &event->captured, site, &error))
        return error;
    record(event, emu_stream_number(stream));
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    EMU_API_LOCK;
    return record_at(event, stream, EMU_SITE);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int flags)
{
    EMU_API_LOCK;
    cudaError_t error;
    if (flags > cudaEventRecordExternal)
        return emu_api(cudaErrorInvalidValue);
    if (flags && emu_event_known(event) &&
        is_node(stream, cudaGraphNodeTypeEventRecord, event, "cudaEventRecord()",
                EMU_SITE, &error))
        return error;
    return record_at(event, stream, EMU_SITE);
}

static cudaError_t wait_for(cudaEvent_t event, const char *call, uintptr_t site)
{
    if (!emu_handle_known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    const cudaError_t error = emu_capture_forbids_event(&event->captured, call, site);
    if (error)
        return error;
    emu_host_joins_event(&event->ended);
    emu_host_waited();
    return emu_api(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    EMU_API_LOCK;
    return wait_for(event, "cudaEventSynchronize()", EMU_SITE);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    EMU_API_LOCK;
    return wait_for(event, "cudaEventQuery()", EMU_SITE);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    EMU_API_LOCK;
    if (!ms)
        return emu_api(cudaErrorInvalidValue);
    if (!emu_handle_known(&events, start) || !emu_handle_known(&events, end) ||
        start->captured.capture || end->captured.capture || !start->timed ||
        !end->timed || start->seconds < 0 || end->seconds < 0)
        return emu_api(cudaErrorInvalidResourceHandle);
    *ms = (end->seconds - start->seconds) * 1e3;
    return emu_api(cudaSuccess);
}
