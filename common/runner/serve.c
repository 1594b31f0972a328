/*
 * The program around somebody's kernel: does what the judge asks for (wire.h), one
 * request after the other, on the main thread (keeper.h). It judges nothing.
 */
#define _DEFAULT_SOURCE /* timer_create, sigaction */
#include <cuda_runtime.h>
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "instrument.h"
#include "runner/keeper.h"
#include "sgemm.h"
#include "supervise_end.h"
#include "tune/linked.h"
#include "tune/tiles.h"

extern __attribute__((weak)) int tile_valid(const struct tile *t);

static timer_t processor, wall;
static bool in_call;

static void *pointer(uint64_t address)
{
    return (void *)(uintptr_t)address; // NOLINT: it came as a number
}

/* ---- The submission's end, as far as it can be seen coming. */

/* The line of the submission's host code that it has come to: where the innermost
   function is that is not a library's. */
static void note_line(struct wire_ended *ended)
{
    enum { DEEPEST = 64 };
    void *code[DEEPEST];
    const int n = backtrace(code, DEEPEST);
    int line;

    for (int i = 0; in_call && i < n; i++)
        if (instrument_line(code[i], ended->file, sizeof ended->file, &line)) {
            ended->line = line;
            return;
        }
    ended->file[0] = '\0';
}

static void on_exit_of_program(void)
{
    struct wire_ended ended = {0};

    instrument_close(false);
    ended.machine = instrument_gave_up();
    note_line(&ended);
    keeper_last_words(&ended);
}

void instrument_beyond(void)
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
    instrument_close(false);
    if ((sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0) {
        instrument_reached(info->si_addr);
        ended.address = (uintptr_t)info->si_addr;
    }
    note_line(&ended);
    keeper_last_words(&ended);
    if (info->si_code <= 0)
        raise(sig);
}

void serve_prepare(bool alone)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF};
    const struct sigaction noted = {.sa_sigaction = on_end,
                                    .sa_flags = SA_SIGINFO | SA_RESETHAND};
    void *unused[1];

    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses at most a line */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &noted, NULL);
    signal(SIGALRM, SIG_DFL);
    atexit(on_exit_of_program);
    backtrace(unused, 1); /* the first time it loads a library */
    if (alone)
        instrument_prepare();
}

/* ---- Calls. */

static void set_timer(timer_t timer, double seconds)
{
    struct itimerspec t = {{0, 0}, {(time_t)seconds, 0}};

    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    timer_settime(timer, 0, &t, NULL);
}

/* A timer that will end this process by `sig`, so that who judges can tell the two
   apart. */
static timer_t new_timer(clockid_t clock, int sig)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    timer_t timer;

    if (timer_create(clock, &event, &timer) != 0)
        exit(2);
    return timer;
}

/* The main thread's processor time: the emulator's workers have a limit of their own,
   and beside a GPU this thread waits by spinning. */
static void limit_call(double seconds)
{
    set_timer(processor, seconds);
    set_timer(wall, seconds * WALL_PER_PROCESSOR);
    in_call = seconds > 0;
}

/* The call itself. */
static void launch(const struct wire_request *r, struct wire_called *c)
{
    trial_sgemm *const fn = r->tile.bm ? linked_sgemm(&r->tile) : sgemm;
    const struct wire_request p = *r; /* r will be closed */
    cudaEvent_t start, end;
    cudaError_t error;

    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    instrument_reset();
    instrument_sample(r->sample);
    instrument_flops(r->flops);
    instrument_timeout(r->seconds);
    instrument_witness(r->witness);
    limit_call(r->seconds);
    cudaEventRecord(start, NULL);
    instrument_close(true);
    fn(p.M, p.N, p.K, p.alpha, pointer(p.A), pointer(p.B), p.beta, pointer(p.C));
    instrument_close(false);
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
    c->has_fault = instrument_fault(&c->fault);
    c->was_refused = instrument_refused(&c->refused);
    instrument_counters(&c->counters);
    snprintf(c->bottleneck, sizeof c->bottleneck, "%s", instrument_bottleneck());
}

static int rule_says(const struct wire_request *r)
{
    const struct tile asked = r->tile; /* the submission may change its own copy */
    int valid;

    if (!tile_valid)
        return -1;
    limit_call(r->seconds);
    instrument_close(true);
    valid = tile_valid(&asked) != 0;
    instrument_close(false);
    limit_call(0);
    return valid;
}

/* ---- The other requests. */

static cudaError_t name_device(struct wire_device *d)
{
    static struct cudaDeviceProp device;
    const cudaError_t error = cudaGetDeviceProperties(&device, 0);

    snprintf(d->name, sizeof d->name, "%s", device.name);
    snprintf(d->source, sizeof d->source, "%s", instrument_source());
    d->available = instrument_available();
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
        *value = linked_sgemm(&r->tile) != NULL;
        break;
    case WIRE_WRITER:
        *value = instrument_writer(pointer(r->address), &job->place);
        break;
    case WIRE_LAUNCH:
        *value = instrument_launch(&job->place);
        break;
    default:
        exit(2);
    }
    return cudaSuccess;
}

/* Where a submission's static constructors are, if it is graded: common/grade/enclose
   takes them away from those that run by themselves. */
typedef void constructor(int argc, char **argv, char **envp);
extern __attribute__((weak)) constructor *const __start_submission_init[];
extern __attribute__((weak)) constructor *const __stop_submission_init[];

static void construct(int argc, char **argv, char **envp)
{
    instrument_close(true);
    for (constructor *const *c = __start_submission_init; c != __stop_submission_init;
         c++)
        (*c)(argc, argv, envp);
    instrument_close(false);
}

int main(int argc, char **argv, char **envp)
{
    construct(argc, argv, envp);
    instrument_device(true);
    keeper_start();
    processor = new_timer(CLOCK_THREAD_CPUTIME_ID, SIGPROF);
    wall = new_timer(CLOCK_MONOTONIC, SIGALRM);
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
