/* The CUDA runtime of a judge, as far as trial.c and guarded.c use it; rpc.h. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda_check.h"
#include "rpc/rpc.h"

/* Seconds on the clock for what takes moments, on a machine that is busy. */
static const double moments = 20;

static struct rpc_answer ask(enum rpc_what what, uint64_t address, uint64_t bytes)
{
    const struct rpc_request r = {.what = what, .address = address, .bytes = bytes};

    return rpc_ask(&r, NULL, 0, NULL, 0, moments);
}

/* What fails after the first call is the kernel's doing; before it, the machine's. */
static cudaError_t expect(const struct rpc_answer *a)
{
    if (a->failed == cudaErrorMemoryAllocation && rpc_report.seconds > 0)
        rpc_out_of_memory();
    if (a->failed && rpc_report.seconds > 0)
        rpc_blame("the submission spoilt the device for the calls after it");
    if (a->failed)
        rpc_error(a->error, a->text);
    return (cudaError_t)a->failed;
}

cudaError_t(cudaMalloc)(void **p, size_t bytes)
{
    const struct rpc_answer a = ask(RPC_MALLOC, 0, bytes);

    *p = (void *)(uintptr_t)a.value; // NOLINT: an address over there
    return expect(&a);
}

cudaError_t cudaFree(void *p)
{
    const struct rpc_answer a = ask(RPC_FREE, (uintptr_t)p, 0);

    return expect(&a);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    const bool put = kind == cudaMemcpyHostToDevice,
               get = kind == cudaMemcpyDeviceToHost;
    const struct rpc_request r = {.what = put   ? RPC_PUT
                                          : get ? RPC_GET
                                                : RPC_COPY,
                                  .address = (uintptr_t)(put ? to : from),
                                  .array = {(uintptr_t)to}, /* RPC_COPY's */
                                  .bytes = bytes};
    const struct rpc_answer a =
        rpc_ask(&r, from, put ? bytes : 0, to, get ? bytes : 0, moments);

    return expect(&a);
}

cudaError_t cudaDeviceReset(void)
{
    ask(RPC_RESET, 0, 0); /* and if that fails, the next call says so */
    return cudaSuccess;
}

const struct rpc_device *rpc_device_known(void)
{
    return rpc_now->device.name[0] ? &rpc_now->device : NULL;
}

const struct rpc_device *rpc_device(void)
{
    const struct rpc_request r = {.what = RPC_DEVICE};
    struct rpc_device *const device = &rpc_now->device;
    struct rpc_answer a;

    if (device->name[0])
        return device;
    a = rpc_ask(&r, NULL, 0, device, sizeof *device, moments);
    if (a.failed) {
        rpc_error(a.error, a.text);
        cuda_check((cudaError_t)a.failed, "cudaGetDeviceProperties()", __FILE__,
                   __LINE__);
    }
    rpc_clean(device->name, sizeof device->name);
    rpc_clean(device->source, sizeof device->source);
    return device;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int number)
{
    (void)number;
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", rpc_device()->name);
    prop->l2CacheSize = (int)rpc_device()->l2_bytes;
    return cudaSuccess;
}

/* Those that a table of speeds names. */
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute,
                                   int number)
{
    const struct rpc_device *const device = rpc_device();

    (void)number;
    *value = attribute == cudaDevAttrClockRate         ? device->sm_khz
             : attribute == cudaDevAttrMemoryClockRate ? device->memory_khz
                                                       : 0;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = rpc_device()->driver;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = rpc_device()->runtime;
    return cudaSuccess;
}

/* Events: call.c has the one time that is read, and notes that it is asked for. */
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
