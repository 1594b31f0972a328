/* The CUDA runtime of a judge, as far as trial.c and guarded.c use it; remote.h. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/remote.h"

/* Seconds on the clock for what takes moments, on a machine that is busy. */
static const double moments = 20;

static struct wire_answer ask(enum wire_what what, uint64_t address, uint64_t bytes)
{
    const struct wire_request r = {.what = what, .address = address, .bytes = bytes};

    return remote_ask(&r, NULL, 0, NULL, 0, moments);
}

/* What the runner fails in, after it has begun, is its submission's doing. */
static cudaError_t expect(const struct wire_answer *a)
{
    if (a->failed)
        remote_blame("the submission spoilt the device for the calls after it");
    return cudaSuccess;
}

cudaError_t(cudaMalloc)(void **p, size_t bytes)
{
    const struct wire_answer a = ask(WIRE_MALLOC, 0, bytes);

    *p = (void *)(uintptr_t)a.value; // NOLINT: an address over there
    return expect(&a);
}

cudaError_t cudaFree(void *p)
{
    const struct wire_answer a = ask(WIRE_FREE, (uintptr_t)p, 0);

    return expect(&a);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    const bool put = kind == cudaMemcpyHostToDevice;
    const struct wire_request r = {.what = put ? WIRE_PUT : WIRE_GET,
                                   .address = (uintptr_t)(put ? to : from),
                                   .bytes = bytes};
    const struct wire_answer a =
        remote_ask(&r, from, put ? bytes : 0, to, put ? 0 : bytes, moments);

    return expect(&a);
}

cudaError_t cudaDeviceReset(void)
{
    ask(WIRE_RESET, 0, 0); /* and if that fails, the next call says so */
    return cudaSuccess;
}

/* What the submission says of the device is printed, and counts for nothing. */
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    const struct wire_request r = {.what = WIRE_DEVICE};
    char name[WIRE_NAME];

    (void)device;
    remote_ask(&r, NULL, 0, name, sizeof name, moments);
    name[WIRE_NAME - 1] = '\0';
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", name);
    for (char *c = prop->name; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return cudaSuccess;
}

/* Events: remote_call.c keeps the one time that anybody asks for. */
cudaError_t(cudaEventCreate)(cudaEvent_t *event)
{
    *event = NULL;
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    (void)event;
    return cudaSuccess;
}

cudaError_t(cudaEventRecord)(cudaEvent_t event, cudaStream_t stream)
{
    (void)event, (void)stream;
    return cudaSuccess;
}
