/* The CUDA runtime API: streams and events. What a stream is given is done at once. */
#include <cuda_runtime.h>

#include <stdlib.h>

#include "api.h"
#include "runtime_launch.h"

struct emu_stream {
    unsigned int flags;
    int priority;
};

struct emu_event {
    double seconds; /* on the modelled device's clock; negative before it is recorded */
    bool timed;
};

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

/* ---- Handles that were given out and not taken back: others are refused. */

struct handles {
    const void **live;
    size_t n;
};
static struct handles streams, events;

static size_t find(const struct handles *h, const void *handle)
{
    size_t i = 0;
    while (i < h->n && h->live[i] != handle)
        i++;
    return i;
}

static bool known(const struct handles *h, const void *handle)
{
    return find(h, handle) < h->n;
}

static void *make(struct handles *h, size_t bytes)
{
    const void **larger = realloc(h->live, (h->n + 1) * sizeof *larger);
    void *handle = calloc(1, bytes);
    if (larger)
        h->live = larger;
    if (!larger || !handle) {
        free(handle);
        return NULL;
    }
    h->live[h->n++] = handle;
    return handle;
}

static cudaError_t destroy(struct handles *h, void *handle)
{
    size_t i = find(h, handle);
    if (i == h->n)
        return emu_api(cudaErrorInvalidResourceHandle);
    h->live[i] = h->live[--h->n];
    free(handle);
    return emu_api(cudaSuccess);
}

/* ---- Streams. */

bool emu_stream_valid(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
           known(&streams, stream);
}

static cudaError_t check(cudaStream_t stream)
{
    return emu_api(emu_stream_valid(stream) ? cudaSuccess
                                            : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags,
                                         int priority)
{
    if (!stream || flags > cudaStreamNonBlocking)
        return emu_api(cudaErrorInvalidValue);
    *stream = make(&streams, sizeof **stream);
    if (!*stream)
        return emu_api(cudaErrorMemoryAllocation);
    (*stream)->flags = flags;
    (*stream)->priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
                          : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                                         : priority;
    return emu_api(cudaSuccess);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, LEAST_PRIORITY);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return destroy(&streams, stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return check(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return check(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    if (!flags)
        return emu_api(cudaErrorInvalidValue);
    if (emu_stream_valid(stream))
        *flags = known(&streams, stream) ? stream->flags : cudaStreamDefault;
    return check(stream);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    if (!priority)
        return emu_api(cudaErrorInvalidValue);
    if (emu_stream_valid(stream))
        *priority = known(&streams, stream) ? stream->priority : LEAST_PRIORITY;
    return check(stream);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = LEAST_PRIORITY;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return emu_api(cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags)
{
    (void)flags;
    if (!known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    return check(stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return emu_api(cudaErrorInvalidValue);
    cudaError_t error = check(stream);
    if (!error)
        function(data);
    return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function,
                                  void *data, unsigned int flags)
{
    if (!function || flags)
        return emu_api(cudaErrorInvalidValue);
    cudaError_t error = check(stream);
    if (!error)
        function(stream, cudaSuccess, data);
    return error;
}

/* ---- Events. */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    bool timed = !(flags & cudaEventDisableTiming);
    if (!event || flags > 7 || (flags & cudaEventInterprocess && timed))
        return emu_api(cudaErrorInvalidValue);
    *event = make(&events, sizeof **event);
    if (!*event)
        return emu_api(cudaErrorMemoryAllocation);
    (*event)->seconds = -1;
    (*event)->timed = timed;
    return emu_api(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return destroy(&events, event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!known(&events, event))
        return emu_api(cudaErrorInvalidResourceHandle);
    cudaError_t error = check(stream);
    if (!error)
        event->seconds = emu_clock();
    return error;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int flags)
{
    return flags ? emu_api(cudaErrorInvalidValue) : cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return emu_api(known(&events, event) ? cudaSuccess
                                         : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    if (!ms)
        return emu_api(cudaErrorInvalidValue);
    if (!known(&events, start) || !known(&events, end) || !start->timed ||
        !end->timed || start->seconds < 0 || end->seconds < 0)
        return emu_api(cudaErrorInvalidResourceHandle);
    *ms = (end->seconds - start->seconds) * 1e3;
    return emu_api(cudaSuccess);
}
