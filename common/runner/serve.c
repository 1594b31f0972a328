/*
 * The program around a kernel: does what the judge asks for (protocol.h), one
 * request after the other, on the main thread (keeper.h). It judges nothing.
 */
#include "runner/serve.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "probe.h"

static cudaError_t name_device(struct rpc_device *d)
{
    static struct cudaDeviceProp device;
    const cudaError_t error = cudaGetDeviceProperties(&device, 0);

    snprintf(d->name, sizeof d->name, "%s", device.name);
    snprintf(d->source, sizeof d->source, "%s", probe_source());
    d->available = probe_available();
    d->l2_bytes = device.l2CacheSize;
    cudaDeviceGetAttribute(&d->sm_khz, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&d->memory_khz, cudaDevAttrMemoryClockRate, 0);
    cudaDriverGetVersion(&d->driver);
    cudaRuntimeGetVersion(&d->runtime);
    return error;
}

static cudaError_t copy(const struct job *job)
{
    const struct rpc_request *r = &job->request;

    if (r->what == RPC_PUT)
        return cudaMemcpy(serve_pointer(r->address), job->data, r->bytes,
                          cudaMemcpyHostToDevice);
    return cudaMemcpy(job->data, serve_pointer(r->address), r->bytes,
                      cudaMemcpyDeviceToHost);
}

static cudaError_t allocate(const struct rpc_request *r, int64_t *address)
{
    void *p = NULL;
    const cudaError_t error = cudaMalloc(&p, r->bytes);

    *address = (intptr_t)p;
    return error;
}

static cudaError_t serve(struct job *job)
{
    const struct rpc_request *r = &job->request;
    int64_t *const value = &job->answer.value;

    switch (r->what) {
    case RPC_DEVICE:
        return name_device(&job->device);
    case RPC_MALLOC:
        return allocate(r, value);
    case RPC_FREE:
        return cudaFree(serve_pointer(r->address));
    case RPC_PUT:
    case RPC_GET:
        return copy(job);
    case RPC_RESET:
        return cudaDeviceReset();
    case RPC_CALL:
        serve_call(r, &job->called);
        break;
    case RPC_VALID:
        *value = serve_valid(r);
        break;
    case RPC_HAS:
        *value = serve_function(r) != NULL;
        break;
    case RPC_WRITER:
        *value = probe_writer(serve_pointer(r->address), &job->place);
        break;
    case RPC_LAUNCH:
        *value = probe_launch(&job->place);
        break;
    case RPC_COPY:
        return cudaMemcpyAsync(serve_pointer(r->array[0]), serve_pointer(r->address),
                               r->bytes, cudaMemcpyDeviceToDevice, NULL);
    case RPC_TRACE:
        serve_trace(job);
        break;
    case RPC_LIFE:
        serve_life(r);
        break;
    case RPC_TRACED:
        *value = serve_traced();
        break;
    case RPC_SAID:
        serve_said(job);
        break;
    default:
        exit(2);
    }
    return cudaSuccess;
}

/* Where a submission's static constructors are, if it is graded: grade/enclose
   takes them away from those that run by themselves. */
typedef void constructor(int argc, char **argv, char **envp);
extern __attribute__((weak)) constructor *const __start_submission_init[];
extern __attribute__((weak)) constructor *const __stop_submission_init[];

static void construct(int argc, char **argv, char **envp)
{
    probe_close(true);
    for (constructor *const *c = __start_submission_init; c != __stop_submission_init;
         c++)
        (*c)(argc, argv, envp);
    probe_close(false);
}

extern char **environ;

int main(int argc, char **argv)
{
    construct(argc, argv, environ);
    probe_device(true);
    keeper_start();
    serve_limit(0); /* its timers are there before the first call */
    for (;;) {
        struct job *const job = keeper_next();
        struct rpc_answer *const a = &job->answer;

        a->failed = serve(job);
        if (a->failed) {
            snprintf(a->error, sizeof a->error, "%s", cudaGetErrorName(a->failed));
            snprintf(a->text, sizeof a->text, "%s", cudaGetErrorString(a->failed));
        }
        fflush(stdout);
        keeper_done();
    }
}
