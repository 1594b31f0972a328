/* Calls of the kernel's functions; serve.h states the contract. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "probe.h"
#include "runner/serve.h"
#include "tune/linked.h"

extern __attribute__((weak)) int tile_valid(const struct tile *t);

/* The function that a request is about; NULL if it is not linked in. */
operation_function *serve_function(const struct rpc_request *r)
{
    const struct callable *const c = callable_find(r->function);

    if (r->tile.bm)
        return linked_kernel(&r->tile);
    return c && c->here() ? c->call : NULL;
}

static struct call arguments_of(const struct rpc_request *r)
{
    struct call c = {.of = NULL}; /* a kernel's own process needs no words for it */

    memcpy(c.size, r->size, sizeof c.size);
    memcpy(c.scalar, r->scalar, sizeof c.scalar);
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        c.array[i] = serve_pointer(r->array[i]);
    return c;
}

/* Overwrite as much of the device's memory, so that its caches hold nothing else; the
   emulator gets a note instead, since each launch begins with empty caches there. Once
   is enough for that; the other times give the host as long as it needs to bring the
   call to the device's queue: a library needs some 50 us. */
static void flush_caches(size_t bytes)
{
    const size_t more = ((size_t)256 << 20) / bytes; /* small ones are over soon */
    const int times = 8 + (int)(more < 56 ? more : 56);
    static void *other;
    static size_t room;

    probe_l2_written();
    if (probe_available())
        return;
    if (bytes > room) {
        cudaFree(other);
        room = cudaMalloc(&other, bytes) == cudaSuccess ? bytes : 0;
    }
    for (int i = 0; i < times; i++)
        cudaMemsetAsync(other, 0, bytes < room ? bytes : room, NULL);
}

/* The call itself. While the flush runs, the kernel's launch is already queued, so
   that the time between the events is the kernel's alone. */
static void launch(const struct rpc_request *r, struct rpc_called *c)
{
    operation_function *const fn = serve_function(r);
    const struct call arguments = arguments_of(r); /* r will be closed */
    const uint32_t repeat = r->repeat;
    const bool timed = r->timed;
    cudaEvent_t start, end;
    cudaError_t error;

    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    probe_reset();
    probe_arrays(arguments.array, r->width, (int)r->by_array);
    probe_sample(r->sample);
    probe_wave(r->wave);
    probe_order(r->order);
    probe_sms(r->sms);
    probe_kernel_before(true); /* the caller may have launched any kernel */
    probe_pipeline(r->pipeline, r->pipeline_seed);
    probe_withhold(r->withheld, r->withheld_bytes, r->withheld_seed);
    probe_flops(r->flops);
    probe_timeout(r->seconds);
    probe_witness(r->witness);
    serve_limit(r->seconds);
    if (r->flush)
        flush_caches(r->flush);
    if (repeat) {
        probe_close(true);
        fn(&arguments);
        probe_close(false);
    }
    if (timed)
        cudaEventRecord(start, NULL);
    probe_close(true);
    for (uint32_t i = 0; i < repeat || i == 0; i++)
        fn(&arguments);
    probe_close(false);
    c->launch = cudaGetLastError();
    if (timed)
        cudaEventRecord(end, NULL);
    c->sync = cudaDeviceSynchronize();
    serve_limit(0);
    error = c->launch ? c->launch : c->sync;
    snprintf(c->error, sizeof c->error, "%s", cudaGetErrorName(error));
    snprintf(c->text, sizeof c->text, "%s", cudaGetErrorString(error));
    if (!error && timed)
        cudaEventElapsedTime(&c->ms, start, end);
    c->ms /= (float)(repeat ? repeat : 1);
    cudaEventDestroy(start);
    cudaEventDestroy(end);
}

void serve_call(const struct rpc_request *r, struct rpc_called *c)
{
    const bool timed = r->timed, of_sms = r->sms; /* r will be closed */
    launch(r, c);
    c->has_fault = probe_fault(&c->fault);
    c->was_refused = probe_refused(&c->refused);
    probe_counters(&c->counters);
    for (int i = 0; i < (int)r->by_array; i++)
        probe_array_counters(i, &c->array[i]);
    probe_pipeline_counts(&c->pipeline);
    c->stack_bytes = probe_stack();
    if (timed) {
        snprintf(c->bottleneck, sizeof c->bottleneck, "%s", probe_bottleneck());
        snprintf(c->time, sizeof c->time, "%s", probe_time());
    }
    c->has_occupancy = (timed || of_sms) && probe_occupancy(&c->occupancy);
    if (c->has_occupancy)
        snprintf(c->limit, sizeof c->limit, "%s", c->occupancy.limit);
}

int serve_valid(const struct rpc_request *r)
{
    const struct tile asked = r->tile; /* the submission may change its own copy */
    int valid;

    if (!tile_valid)
        return -1;
    serve_limit(r->seconds);
    probe_close(true);
    valid = tile_valid(&asked) != 0;
    probe_close(false);
    serve_limit(0);
    return valid;
}
