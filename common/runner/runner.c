/*
 * The program around a submission, in the sandbox: does what the judge asks for
 * (wire.h), one request after the other, until it asks no more. It judges nothing.
 */
#define _DEFAULT_SOURCE /* timer_create, sigaction */
#include <cuda_runtime.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runner/wire.h"
#include "instrument.h"
#include "sgemm.h"
#include "supervise_end.h"
#include "tune/linked.h"
#include "tune/tiles.h"

extern __attribute__((weak)) int tile_valid(const struct tile *t);

static timer_t processor, wall;

static void *pointer(uint64_t address)
{
    return (void *)(uintptr_t)address; // NOLINT: it came as a number
}

static void set_timer(timer_t timer, double seconds)
{
    struct itimerspec t = {{0, 0}, {(time_t)seconds, 0}};

    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    timer_settime(timer, 0, &t, NULL);
}

/* A timer that will end this process by `sig`: as in supervise.c, so that who judges
   can tell the two apart. */
static timer_t new_timer(clockid_t clock, int sig)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    timer_t timer;

    signal(sig, SIG_DFL);
    if (timer_create(clock, &event, &timer) != 0)
        exit(2);
    return timer;
}

static void limit_call(double seconds)
{
    set_timer(processor, seconds);
    set_timer(wall, seconds * WALL_PER_PROCESSOR);
}

/* Tell the address, and die of it: the handler is gone. */
static void on_bad_address(int sig, siginfo_t *info, void *context)
{
    const struct wire_answer news = {WIRE_FAULT, 0, (intptr_t)info->si_addr};

    (void)context;
    if (info->si_code <= 0)
        raise(sig);
    else
        wire_write(WIRE_OUT, &news, sizeof news);
}

static void call(const struct wire_request *r, struct wire_called *c)
{
    trial_sgemm *const fn = r->tile.bm ? linked_sgemm(&r->tile) : sgemm;
    cudaEvent_t start, end;
    cudaError_t error;

    instrument_reset();
    instrument_sample(r->sample);
    instrument_flops(r->flops);
    instrument_timeout(r->seconds);
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    limit_call(r->seconds);
    cudaEventRecord(start, NULL);
    fn(r->M, r->N, r->K, r->alpha, pointer(r->A), pointer(r->B), r->beta,
       pointer(r->C));
    c->launch = cudaGetLastError();
    cudaEventRecord(end, NULL);
    c->sync = cudaDeviceSynchronize();
    limit_call(0);

    error = c->launch ? c->launch : c->sync;
    snprintf(c->error, sizeof c->error, "%s", cudaGetErrorName(error));
    snprintf(c->text, sizeof c->text, "%s", cudaGetErrorString(error));
    c->has_fault = instrument_fault(&c->fault);
    if (!c->has_fault && !error)
        cudaEventElapsedTime(&c->ms, start, end);
    instrument_counters(&c->counters);
    snprintf(c->bottleneck, sizeof c->bottleneck, "%s", instrument_bottleneck());
}

static bool answer(const struct wire_answer *a, const void *more, size_t n)
{
    fflush(stdout);
    return wire_write(WIRE_OUT, a, sizeof *a) && (!n || wire_write(WIRE_OUT, more, n));
}

/* WIRE_PUT and WIRE_GET, through memory of the host. */
static bool copy(const struct wire_request *r, struct wire_answer *a)
{
    const enum cudaMemcpyKind kind =
        r->what == WIRE_PUT ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    void *const host = malloc(r->bytes), *const device = pointer(r->address);
    bool done = host && (r->what == WIRE_GET || wire_read(WIRE_IN, host, r->bytes));

    if (done)
        a->failed = cudaMemcpy(r->what == WIRE_PUT ? device : host,
                               r->what == WIRE_PUT ? host : device, r->bytes,
                               kind) != cudaSuccess;
    done = done && answer(a, host, r->what == WIRE_GET ? r->bytes : 0);
    free(host);
    return done;
}

static bool name_device(struct wire_answer *a)
{
    static struct cudaDeviceProp device;

    a->failed = cudaGetDeviceProperties(&device, 0) != cudaSuccess;
    return answer(a, device.name, WIRE_NAME);
}

static bool serve(const struct wire_request *r)
{
    struct wire_answer a = {WIRE_ANSWER, 0, 0};
    struct wire_called called = {0};
    void *p = NULL;

    switch (r->what) {
    case WIRE_DEVICE:
        return name_device(&a);
    case WIRE_PUT:
    case WIRE_GET:
        return copy(r, &a);
    case WIRE_CALL:
        call(r, &called);
        return answer(&a, &called, sizeof called);
    case WIRE_MALLOC:
        a.failed = cudaMalloc(&p, r->bytes) != cudaSuccess;
        a.value = (intptr_t)p;
        break;
    case WIRE_FREE:
        a.failed = cudaFree(pointer(r->address)) != cudaSuccess;
        break;
    case WIRE_RESET:
        a.failed = cudaDeviceReset() != cudaSuccess;
        break;
    case WIRE_VALID:
        limit_call(r->seconds);
        a.value = tile_valid ? tile_valid(&r->tile) != 0 : -1;
        limit_call(0);
        break;
    case WIRE_HAS:
        a.value = linked_sgemm(&r->tile) != NULL;
        break;
    default:
        return false;
    }
    return answer(&a, NULL, 0);
}

int main(void)
{
    const struct sigaction noted = {.sa_sigaction = on_bad_address,
                                    .sa_flags = SA_SIGINFO | SA_RESETHAND};
    struct wire_request r;

    sigaction(SIGSEGV, &noted, NULL);
    sigaction(SIGBUS, &noted, NULL);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses at most a line */
    processor = new_timer(CLOCK_THREAD_CPUTIME_ID, SIGPROF);
    wall = new_timer(CLOCK_MONOTONIC, SIGALRM);
    while (wire_read(WIRE_IN, &r, sizeof r) && serve(&r))
        ;
    _exit(0); /* and leave whatever the submission set up alone */
}
