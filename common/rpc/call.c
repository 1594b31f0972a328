/* Calls of the kernel over there, and what came of them; remote.h states the contract.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operation/operation.h"
#include "rpc/rpc.h"

static struct wire_called called;
static struct wire_request settings; /* sample, flops, seconds, flush */

void remote_clean(char *text, size_t size)
{
    text[size - 1] = '\0';
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

static void clean_who(struct probe_who *who)
{
    remote_clean(who->kernel, sizeof who->kernel);
}

static void clean_fault(struct fault *f)
{
    clean_who(&f->who);
    remote_clean(f->element.array, sizeof f->element.array);
    if (f->element.rank < 0 || f->element.rank > 3)
        f->element.rank = 0;
    remote_clean(f->file, sizeof f->file);
    remote_clean(f->what, sizeof f->what);
    remote_clean(f->remedy, sizeof f->remedy);
    if (f->kind < FAULT_NONE || f->kind > FAULT_UNSEEN)
        remote_blame("the submission reports a fault that does not exist");
}

void remote_failed(const struct wire_answer *a)
{
    snprintf(called.error, sizeof called.error, "%.*s", WIRE_NAME - 1, a->error);
    snprintf(called.text, sizeof called.text, "%.*s", WIRE_TEXT - 1, a->text);
    remote_clean(called.error, sizeof called.error);
    remote_clean(called.text, sizeof called.text);
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

    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (strcmp(called.error, causes[i]) == 0)
            return;
    if (!probe_available() && !remote_plain())
        return;
    snprintf(called.error, sizeof called.error, "cudaErrorUnknown");
}

/* 0 where nobody asks for a witness. */
static uint64_t witness_seed(void)
{
    const char *seed = getenv("WITNESS");

    return seed && !remote_plain() ? strtoull(seed, NULL, 10) : 0;
}

static void name_function(struct wire_request *r, const char *function,
                          const struct tile *tile)
{
    snprintf(r->function, sizeof r->function, "%s", function);
    r->tile = *tile;
}

bool remote_has(const char *function, const struct tile *tile)
{
    struct wire_request r = {.what = WIRE_HAS};

    name_function(&r, function, tile);
    return remote_ask(&r, NULL, 0, NULL, 0, REMOTE_SPARE).value == 1;
}

bool operation_here(const struct operation *of)
{
    return remote_has(of->name, &(const struct tile){0});
}

void remote_call(const struct tile *tile, const struct call *c)
{
    struct wire_request r = settings;

    r.what = WIRE_CALL;
    r.witness = witness_seed();
    name_function(&r, c->of->name, tile);
    for (int i = 0; i < OPERATION_SIZES; i++)
        r.size[i] = c->size[i];
    memcpy(r.scalar, c->scalar, sizeof r.scalar);
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        r.array[i] = (uintptr_t)c->array[i];
    remote_ask(&r, NULL, 0, &called, sizeof called,
               r.seconds * WALL_PER_PROCESSOR + REMOTE_SPARE);
    remote_clean(called.error, sizeof called.error);
    remote_clean(called.text, sizeof called.text);
    remote_clean(called.bottleneck, sizeof called.bottleneck);
    remote_clean(called.limit, sizeof called.limit);
    clean_fault(&called.fault);
    clean_fault(&called.refused);
    keep_error();
}

cudaError_t cudaGetLastError(void)
{
    return (cudaError_t)called.launch;
}

/* Before a call there is nothing to wait for; after it, this is what the call said. */
cudaError_t cudaDeviceSynchronize(void)
{
    return remote_report.in_call ? (cudaError_t)called.sync : cudaSuccess;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return error == cudaSuccess ? "cudaSuccess" : called.error;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaSuccess ? "no error" : called.text;
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
    return !remote_plain() && remote_device()->available;
}

const char *probe_source(void)
{
    return remote_device()->source;
}

void probe_reset(void)
{
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
static bool ask_place(enum wire_what what, const void *address,
                      struct probe_place *place)
{
    const struct wire_request r = {.what = what, .address = (uintptr_t)address};
    const struct wire_answer a =
        remote_ask(&r, NULL, 0, place, sizeof *place, REMOTE_SPARE);

    remote_clean(place->file, sizeof place->file);
    remote_clean(place->who, sizeof place->who);
    clean_who(&place->by);
    return a.value == 1;
}

bool probe_writer(const void *p, struct probe_place *place)
{
    return ask_place(WIRE_WRITER, p, place);
}

bool probe_launch(struct probe_place *place)
{
    return ask_place(WIRE_LAUNCH, NULL, place);
}

void probe_counters(struct counters *c)
{
    *c = called.counters;
}

uint64_t probe_stack(void)
{
    return called.stack_bytes;
}

void probe_sample(unsigned blocks)
{
    settings.sample = blocks;
}

void probe_flops(double flops)
{
    settings.flops = flops;
}

void probe_timeout(double seconds)
{
    settings.seconds = seconds;
}

void remote_flush(size_t bytes)
{
    settings.flush = bytes;
}

const char *probe_bottleneck(void)
{
    return called.bottleneck;
}

bool probe_occupancy(struct occupancy *o)
{
    *o = called.occupancy;
    o->limit = called.limit;
    return called.has_occupancy;
}
