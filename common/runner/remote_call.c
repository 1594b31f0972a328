/* Calls of sgemm() over there, and what came of them; remote.h states the contract. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "runner/remote.h"

static struct wire_called called;
static struct wire_request settings; /* sample, flops, seconds */

/* Whatever stands there, make it text that can be printed. */
static void clean(char *text, size_t size)
{
    text[size - 1] = '\0';
    for (char *c = text; *c; c++)
        if ((*c < ' ' && *c != '\n') || *c == 0x7f)
            *c = '?';
}

/* Errors that a kernel can cause: launch_error.c knows all of these. Others would be
   the machine's fault, which no submission may claim. */
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
    snprintf(called.error, sizeof called.error, "cudaErrorUnknown");
}

/* Every element of A and B is in the product, so that some kernel loads it. */
static void look_for_work(const struct wire_request *r)
{
    const uint64_t words = (uint64_t)r->M * r->K + (uint64_t)r->K * r->N;

    if (!remote_plain() && !r->sample && !called.has_fault && !called.launch &&
        called.counters.global_load_bytes < words * sizeof(float))
        remote.idle = true;
}

void remote_call(const struct tile *tile, int M, int N, int K, float alpha,
                 const float *A, const float *B, float beta, float *C)
{
    struct wire_request r = settings;

    r.what = WIRE_CALL;
    r.tile = *tile;
    r.M = M, r.N = N, r.K = K;
    r.alpha = alpha, r.beta = beta;
    r.A = (uintptr_t)A, r.B = (uintptr_t)B, r.C = (uintptr_t)C;
    remote_ask(&r, NULL, 0, &called, sizeof called,
               r.seconds * WALL_PER_PROCESSOR + REMOTE_SPARE);
    clean(called.error, sizeof called.error);
    clean(called.text, sizeof called.text);
    clean(called.bottleneck, sizeof called.bottleneck);
    clean(called.fault.file, sizeof called.fault.file);
    clean(called.fault.what, sizeof called.fault.what);
    clean(called.fault.remedy, sizeof called.fault.remedy);
    if (called.has_fault &&
        (called.fault.kind <= FAULT_NONE || called.fault.kind > FAULT_CRASH))
        remote_blame("the submission reports a fault that does not exist");
    keep_error();
    look_for_work(&r);
}

cudaError_t cudaGetLastError(void)
{
    return (cudaError_t)called.launch;
}

/* Before a call there is nothing to wait for; after it, this is what the call said. */
cudaError_t cudaDeviceSynchronize(void)
{
    return remote.report.in_call ? (cudaError_t)called.sync : cudaSuccess;
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

/* Without instrumentation a device says as little as a GPU. */
bool instrument_available(void)
{
    return !remote_plain();
}

const char *instrument_source(void)
{
    return "modelled";
}

void instrument_reset(void)
{
    memset(&called, 0, sizeof called);
}

bool instrument_fault(struct fault *f)
{
    *f = called.fault;
    return called.has_fault;
}

void instrument_counters(struct counters *c)
{
    *c = called.counters;
}

void instrument_sample(unsigned blocks)
{
    settings.sample = blocks;
}

void instrument_flops(double flops)
{
    settings.flops = flops;
}

void instrument_timeout(double seconds)
{
    settings.seconds = seconds;
}

const char *instrument_bottleneck(void)
{
    return called.bottleneck;
}
