/* Calls of the kernel over there, and what came of them; rpc.h states the contract.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operation/operation.h"
#include "rpc/rpc.h"

static struct rpc_called called;
static bool due;                    /* what came of the last call is not heard yet */
static struct rpc_request settings; /* sample, by_array, order, flops, seconds, flush,
                                       repeat */

static void clean_who(struct probe_who *who)
{
    rpc_clean(who->kernel, sizeof who->kernel);
}

static void clean_fault(struct fault *f)
{
    clean_who(&f->who);
    rpc_clean(f->element.array, sizeof f->element.array);
    if (f->element.rank < 0 || f->element.rank > 3)
        f->element.rank = 0;
    rpc_clean(f->file, sizeof f->file);
    rpc_clean(f->what, sizeof f->what);
    rpc_clean(f->remedy, sizeof f->remedy);
    f->table[sizeof f->table - 1] = '\0';
    for (char *c = f->table; *c; c++)
        if (((unsigned char)*c < ' ' && *c != '\n') || *c == 0x7f)
            *c = '?';
    if (f->kind < FAULT_NONE || f->kind > FAULT_UNSEEN)
        rpc_blame("the submission reports a fault that does not exist");
}

/* Errors that a kernel can cause: launch_error.c knows all of these. On the emulator
   others would be the machine's fault, which no submission may claim. */
static void keep_error(void)
{
    static const char *const causes[] = {
        "cudaErrorIllegalAddress", "cudaErrorMisalignedAddress",
        "cudaErrorLaunchTimeout",  "cudaErrorLaunchOutOfResources",
        "cudaErrorAssert",         "cudaErrorInvalidConfiguration",
        "cudaErrorInvalidValue",   "cudaErrorLaunchFailure"};

    called.error[sizeof called.error - 1] = '\0';
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (strcmp(called.error, causes[i]) == 0)
            return;
    if (!probe_available() && !rpc_plain())
        return;
    snprintf(called.error, sizeof called.error, "cudaErrorUnknown");
}

/* 0 if no witness is requested. */
static uint64_t witness_seed(void)
{
    const char *seed = getenv("WITNESS");

    return seed && !rpc_plain() ? strtoull(seed, NULL, 10) : 0;
}

static void name_function(struct rpc_request *r, const char *function,
                          const struct tile *tile)
{
    snprintf(r->function, sizeof r->function, "%s", function);
    r->tile = *tile;
}

bool rpc_has(const char *function, const struct tile *tile)
{
    struct rpc_request r = {.what = RPC_HAS};

    name_function(&r, function, tile);
    return rpc_ask(&r, NULL, 0, NULL, 0, RPC_SPARE).value == 1;
}

bool operation_here(const struct operation *of)
{
    return rpc_has(of->name, &(const struct tile){0});
}

void rpc_call(const struct tile *tile, const struct call *c)
{
    struct rpc_request r = settings;

    settings.timed = false;
    r.what = RPC_CALL;
    r.witness = witness_seed();
    name_function(&r, c->of->name, tile);
    for (int i = 0; i < OPERATION_SIZES; i++)
        r.size[i] = c->size[i];
    memcpy(r.scalar, c->scalar, sizeof r.scalar);
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        r.array[i] = (uintptr_t)c->array[i];
    due = true;
    rpc_send(&r, NULL, 0, r.seconds * WALL_PER_PROCESSOR + RPC_SPARE);
}

static void hear_call(void)
{
    due = false;
    rpc_hear(&called, sizeof called);
    rpc_clean(called.bottleneck, sizeof called.bottleneck);
    rpc_clean(called.time, sizeof called.time);
    rpc_clean(called.limit, sizeof called.limit);
    clean_fault(&called.fault);
    clean_fault(&called.refused);
    keep_error();
    rpc_error(called.error, called.text);
}

cudaError_t cudaGetLastError(void)
{
    if (due)
        hear_call();
    return (cudaError_t)called.launch;
}

/* Before a call there is nothing to wait for; after it, this is what the call said. */
cudaError_t cudaDeviceSynchronize(void)
{
    return rpc_report.in_call ? (cudaError_t)called.sync : cudaSuccess;
}

cudaError_t(cudaEventRecord)(cudaEvent_t event, cudaStream_t stream)
{
    (void)event, (void)stream;
    settings.timed = true;
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    (void)start, (void)end;
    *ms = called.ms;
    return cudaSuccess;
}

/* Without hooks the emulator says as little as a GPU. */
bool probe_available(void)
{
    return !rpc_plain() && rpc_device()->available;
}

const char *probe_source(void)
{
    return rpc_device()->source;
}

void probe_reset(void)
{
    due = false; /* of a runner that has ended */
    memset(&called, 0, sizeof called);
}

bool probe_fault(struct fault *f)
{
    *f = called.fault;
    return called.has_fault;
}

bool probe_refused(struct fault *f)
{
    *f = called.refused;
    return called.was_refused;
}

/* Ask for a place, about `address`. */
static bool ask_place(enum rpc_what what, const void *address,
                      struct probe_place *place)
{
    const struct rpc_request r = {.what = what, .address = (uintptr_t)address};
    const struct rpc_answer a = rpc_ask(&r, NULL, 0, place, sizeof *place, RPC_SPARE);

    rpc_clean(place->file, sizeof place->file);
    rpc_clean(place->who, sizeof place->who);
    clean_who(&place->by);
    return a.value == 1;
}

bool probe_writer(const void *p, struct probe_place *place)
{
    return ask_place(RPC_WRITER, p, place);
}

bool probe_launch(struct probe_place *place)
{
    return ask_place(RPC_LAUNCH, NULL, place);
}

void probe_counters(struct counters *c)
{
    *c = called.counters;
}

uint64_t probe_stack(void)
{
    return called.stack_bytes;
}

/* The arrays are those of the call. */
void probe_arrays(void *const start[], const uint32_t width[], int n)
{
    (void)start;
    settings.by_array = (uint32_t)n;
    for (int i = 0; i < n; i++)
        settings.width[i] = width[i];
}

void probe_array_counters(int i, struct array_counters *c)
{
    *c = called.array[i];
}

void probe_order(uint64_t order)
{
    settings.order = order;
}

void probe_sample(unsigned blocks)
{
    settings.sample = blocks;
}

void probe_wave(bool alone)
{
    settings.wave = alone;
}

void probe_sms(unsigned sms)
{
    settings.sms = sms;
}

void probe_pipeline(unsigned blocks, uint64_t seed)
{
    settings.pipeline = blocks;
    settings.pipeline_seed = seed;
}

void probe_pipeline_counts(struct pipeline_counts *c)
{
    *c = called.pipeline;
}

void probe_withhold(unsigned ways, int bytes, uint64_t seed)
{
    settings.withheld = ways;
    settings.withheld_bytes = bytes;
    settings.withheld_seed = seed;
}

void probe_flops(double flops)
{
    settings.flops = flops;
}

void probe_timeout(double seconds)
{
    settings.seconds = seconds;
}

void rpc_flush(size_t bytes)
{
    settings.flush = bytes;
}

void rpc_repeat(int calls)
{
    settings.repeat = (uint32_t)calls;
}

const char *probe_bottleneck(void)
{
    return called.bottleneck;
}

const char *probe_time(void)
{
    return called.time;
}

bool probe_occupancy(struct occupancy *o)
{
    *o = called.occupancy;
    o->limit = called.limit;
    return called.has_occupancy;
}
