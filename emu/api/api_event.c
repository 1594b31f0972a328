/* The CUDA runtime API: events. Their time is the modelled device's. */
#include <cuda_runtime.h>

#include "api.h"
#include "handles.h"
#include "host_order.h"
#include "runtime_launch.h"
#include "streams.h"

struct emu_event {
    double seconds; /* on the modelled device's clock; negative before it is recorded */
    bool timed;
    struct clock ended; /* what has ended when it is complete: streams.h */
};

static struct handles events;

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags)
{
    EMU_API_LOCK;
    (void)flags;
    if (!emu_handle_known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
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
    return emu_handle_destroy(&events, event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    EMU_API_LOCK;
    if (!emu_handle_known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    cudaError_t error = emu_stream_check(stream);
    if (!error)
        event->seconds = emu_clock();
    if (!error)
        emu_stream_record(emu_stream_number(stream), &event->ended);
    return error;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int flags)
{
    EMU_API_LOCK;
    return flags ? emu_api(cudaErrorInvalidValue) : cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    EMU_API_LOCK;
    if (!emu_handle_known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    emu_host_joins_event(&event->ended);
    emu_host_waited();
    return emu_api(cudaSuccess);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    EMU_API_LOCK;
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    EMU_API_LOCK;
    if (!ms)
        return emu_api(cudaErrorInvalidValue);
    if (!emu_handle_known(&events, start) || !emu_handle_known(&events, end) ||
        !start->timed || !end->timed || start->seconds < 0 || end->seconds < 0)
        return emu_api(cudaErrorInvalidResourceHandle);
    *ms = (end->seconds - start->seconds) * 1e3;
    return emu_api(cudaSuccess);
}
