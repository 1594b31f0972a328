/* The CUDA runtime API: streams. Work in a stream is done immediately; what a GPU may
   do later or earlier, streams.h knows. */
#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "graph.h"
#include "host_order.h"
#include "handles.h"
#include "streams.h"

enum { ATTRIBUTES = 16 };
struct emu_stream {
    unsigned int flags;
    int priority;
    int number; /* streams.h */
    cudaLaunchAttributeValue attributes[ATTRIBUTES];
};

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

static struct handles streams;

bool emu_stream_valid(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
           emu_handle_known(&streams, stream);
}

int emu_stream_number(cudaStream_t stream)
{
    return emu_graph_stream() >= 0              ? emu_graph_stream()
           : stream == cudaStreamPerThread      ? STREAM_PER_THREAD
           : emu_handle_known(&streams, stream) ? stream->number
                                                : STREAM_LEGACY;
}

bool emu_stream_blocks(cudaStream_t stream)
{
    return stream == cudaStreamPerThread || (emu_handle_known(&streams, stream) &&
                                             !(stream->flags & cudaStreamNonBlocking));
}

cudaError_t emu_stream_check(cudaStream_t stream)
{
    return emu_api(emu_stream_valid(stream) ? cudaSuccess
                                            : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags,
                                         int priority)
{
    EMU_API_LOCK;
    if (!stream || flags > cudaStreamNonBlocking)
        return emu_api(cudaErrorInvalidValue);
    *stream = emu_handle_make(&streams, sizeof **stream);
    if (!*stream)
        return emu_api(cudaErrorMemoryAllocation);
    (*stream)->flags = flags;
    (*stream)->number = emu_stream_open(!(flags & cudaStreamNonBlocking));
    (*stream)->priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
                          : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                                         : priority;
    return emu_api(cudaSuccess);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    EMU_API_LOCK;
    return cudaStreamCreateWithPriority(stream, flags, LEAST_PRIORITY);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    EMU_API_LOCK;
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    EMU_API_LOCK;
    emu_capture_spoil(stream);
    if (emu_handle_known(&streams, stream))
        emu_stream_close(stream->number);
    return emu_handle_destroy(&streams, stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids_wait(stream, "cudaStreamSynchronize()", EMU_SITE);
    if (error)
        return error;
    emu_host_waits_for(stream);
    return emu_stream_check(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    EMU_API_LOCK;
    const cudaError_t error =
        emu_capture_forbids_wait(stream, "cudaStreamQuery()", EMU_SITE);
    if (error)
        return error;
    emu_host_waits_for(stream);
    return emu_stream_check(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    EMU_API_LOCK;
    if (!flags)
        return emu_api(cudaErrorInvalidValue);
    if (emu_stream_valid(stream))
        *flags = emu_handle_known(&streams, stream) ? stream->flags : cudaStreamDefault;
    return emu_stream_check(stream);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    EMU_API_LOCK;
    if (!priority)
        return emu_api(cudaErrorInvalidValue);
    if (emu_stream_valid(stream))
        *priority =
            emu_handle_known(&streams, stream) ? stream->priority : LEAST_PRIORITY;
    return emu_stream_check(stream);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    EMU_API_LOCK;
    return device && emu_stream_valid(stream) ? cudaGetDevice(device)
                                              : emu_api(cudaErrorInvalidValue);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value)
{
    EMU_API_LOCK;
    if (!value || (unsigned)attribute >= ATTRIBUTES)
        return emu_api(cudaErrorInvalidValue);
    if (emu_handle_known(&streams, stream))
        stream->attributes[attribute] = *value;
    return emu_stream_check(stream);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value)
{
    EMU_API_LOCK;
    if (!value || (unsigned)attribute >= ATTRIBUTES)
        return emu_api(cudaErrorInvalidValue);
    memset(value, 0, sizeof *value);
    if (emu_handle_known(&streams, stream))
        *value = stream->attributes[attribute];
    return emu_stream_check(stream);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    EMU_API_LOCK;
    return emu_api(cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    EMU_API_LOCK;
    if (least)
        *least = LEAST_PRIORITY;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return emu_api(cudaSuccess);
}

/* Other host threads may use the API while the function runs, since it may wait for
   them. */
static cudaError_t check_alone(cudaStream_t stream, bool wrong)
{
    EMU_API_LOCK;
    return wrong ? emu_api(cudaErrorInvalidValue) : emu_stream_check(stream);
}

/* True if the function became a node of a graph, or cannot: *error is the result. */
static bool is_captured(cudaStream_t stream, cudaHostFn_t function, void *data,
                        uintptr_t site, cudaError_t *error)
{
    EMU_API_LOCK;
    struct emu_node *node;
    if (!emu_capture_takes(stream, cudaGraphNodeTypeHost, "cudaLaunchHostFunc()", site,
                           &node, error))
        return false;
    if (node)
        node->host = (struct cudaHostNodeParams){function, data};
    return true;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    cudaError_t error = check_alone(stream, !function);
    if (error || is_captured(stream, function, data, EMU_SITE, &error))
        return error;
    emu_host_waits_for(stream); /* it is called after what is in the stream */
    function(data);
    return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function,
                                  void *data, unsigned int flags)
{
    cudaError_t error = check_alone(stream, !function || flags);
    if (!error)
        error = emu_capture_forbids_work(stream, "cudaStreamAddCallback()",
                                         cudaErrorStreamCaptureUnsupported,
                                         "use cudaLaunchHostFunc()", EMU_SITE);
    emu_host_waits_for(stream);
    if (!error)
        function(stream, cudaSuccess, data);
    return error;
}
