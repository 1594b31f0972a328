/*
 * The program around somebody's kernel: does what the judge asks for (wire.h), one
 * request after the other, on the main thread (keeper.h). It judges nothing.
 */
#define _DEFAULT_SOURCE /* siginfo_t */
#include <cuda_runtime.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "probe.h"
#include "runner/keeper.h"
#include "supervise_end.h"
#include "tune/linked.h"
#include "tune/tiles.h"

extern __attribute__((weak)) int tile_valid(const struct tile *t);

static bool in_call;

static void *pointer(uint64_t address)
{
    return (void *)(uintptr_t)address; // NOLINT: it came as a number
}

/* ---- The submission's end, as far as it can be seen coming. */

/* The line of the submission's host code that it has come to. */
static void note_line(struct wire_ended *ended)
{
    if (in_call)
        child_line(ended->file, sizeof ended->file, &ended->line);
}

static void on_exit_of_program(void)
{
    struct wire_ended ended = {0};

    probe_close(false);
    ended.machine = probe_gave_up();
    note_line(&ended);
    keeper_last_words(&ended);
}

void probe_beyond(void)
{
    struct wire_ended ended = {.beyond = 1};

    note_line(&ended);
    keeper_last_words(&ended);
}

/* The handler is gone: what raised the signal then ends the program. A signal that was
   sent is about no address, and is sent again. */
static void on_end(int sig, siginfo_t *info, void *context)
{
    struct wire_ended ended = {0};

    (void)context;
    probe_close(false);
    if ((sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0) {
        probe_reached(info->si_addr);
        ended.address = (uintptr_t)info->si_addr;
    }
    note_line(&ended);
    keeper_last_words(&ended);
    if (info->si_code <= 0)
        raise(sig);
}

void serve_prepare(bool alone)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses at most a line */
    child_prepare(on_end, on_exit_of_program);
    if (alone)
        probe_prepare();
}

/* ---- Calls. */

static void limit_call(double seconds)
{
    child_limit(seconds, seconds * WALL_PER_PROCESSOR);
    in_call = seconds > 0;
}

/* The function that a request is about; NULL if it is not linked in. */
static operation_function *function_of(const struct wire_request *r)
{
    const struct callable *const c = callable_find(r->function);

    if (r->tile.bm)
        return linked_kernel(&r->tile);
    return c && c->here() ? c->call : NULL;
}

static struct call arguments_of(const struct wire_request *r)
{
    struct call c = {.of = NULL}; /* a kernel's own process needs no words for it */

    memcpy(c.size, r->size, sizeof c.size);
    memcpy(c.scalar, r->scalar, sizeof c.scalar);
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        c.array[i] = pointer(r->array[i]);
    return c;
}

/* The call itself. */
static void launch(const struct wire_request *r, struct wire_called *c)
{
    operation_function *const fn = function_of(r);
    const struct call arguments = arguments_of(r); /* r will be closed */
    cudaEvent_t start, end;
    cudaError_t error;

    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    probe_reset();
    probe_sample(r->sample);
    probe_flops(r->flops);
    probe_timeout(r->seconds);
    probe_witness(r->witness);
    limit_call(r->seconds);
    cudaEventRecord(start, NULL);
    probe_close(true);
    fn(&arguments);
    probe_close(false);
    c->launch = cudaGetLastError();
    cudaEventRecord(end, NULL);
    c->sync = cudaDeviceSynchronize();
    limit_call(0);
    error = c->launch ? c->launch : c->sync;
    snprintf(c->error, sizeof c->error, "%s", cudaGetErrorName(error));
    snprintf(c->text, sizeof c->text, "%s", cudaGetErrorString(error));
    if (!error)
        cudaEventElapsedTime(&c->ms, start, end);
    cudaEventDestroy(start);
    cudaEventDestroy(end);
}

static void call(const struct wire_request *r, struct wire_called *c)
{
    launch(r, c);
    c->has_fault = probe_fault(&c->fault);
    c->was_refused = probe_refused(&c->refused);
    probe_counters(&c->counters);
    c->stack_bytes = probe_stack();
    snprintf(c->bottleneck, sizeof c->bottleneck, "%s", probe_bottleneck());
}

static int rule_says(const struct wire_request *r)
{
    const struct tile asked = r->tile; /* the submission may change its own copy */
    int valid;

    if (!tile_valid)
        return -1;
    limit_call(r->seconds);
    probe_close(true);
    valid = tile_valid(&asked) != 0;
    probe_close(false);
    limit_call(0);
    return valid;
}

/* ---- The other requests. */

static cudaError_t name_device(struct wire_device *d)
{
    static struct cudaDeviceProp device;
    const cudaError_t error = cudaGetDeviceProperties(&device, 0);

    snprintf(d->name, sizeof d->name, "%s", device.name);
    snprintf(d->source, sizeof d->source, "%s", probe_source());
    d->available = probe_available();
    return error;
}

static cudaError_t copy(const struct job *job)
{
    const struct wire_request *r = &job->request;

    if (r->what == WIRE_PUT)
        return cudaMemcpy(pointer(r->address), job->data, r->bytes,
                          cudaMemcpyHostToDevice);
    return cudaMemcpy(job->data, pointer(r->address), r->bytes, cudaMemcpyDeviceToHost);
}

static cudaError_t allocate(const struct wire_request *r, int64_t *address)
{
    void *p = NULL;
    const cudaError_t error = cudaMalloc(&p, r->bytes);

    *address = (intptr_t)p;
    return error;
}

static cudaError_t serve(struct job *job)
{
    const struct wire_request *r = &job->request;
    int64_t *const value = &job->answer.value;

    switch (r->what) {
    case WIRE_DEVICE:
        return name_device(&job->device);
    case WIRE_MALLOC:
        return allocate(r, value);
    case WIRE_FREE:
        return cudaFree(pointer(r->address));
    case WIRE_PUT:
    case WIRE_GET:
        return copy(job);
    case WIRE_RESET:
        return cudaDeviceReset();
    case WIRE_CALL:
        call(r, &job->called);
        break;
    case WIRE_VALID:
        *value = rule_says(r);
        break;
    case WIRE_HAS:
        *value = function_of(r) != NULL;
        break;
    case WIRE_WRITER:
        *value = probe_writer(pointer(r->address), &job->place);
        break;
    case WIRE_LAUNCH:
        *value = probe_launch(&job->place);
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

int main(int argc, char **argv, char **envp)
{
    construct(argc, argv, envp);
    probe_device(true);
    keeper_start();
    limit_call(0); /* its timers are there before the first call */
    for (;;) {
        struct job *const job = keeper_next();
        struct wire_answer *const a = &job->answer;

        a->failed = serve(job);
        if (a->failed) {
            snprintf(a->error, sizeof a->error, "%s", cudaGetErrorName(a->failed));
            snprintf(a->text, sizeof a->text, "%s", cudaGetErrorString(a->failed));
        }
        fflush(stdout);
        keeper_done();
    }
}
