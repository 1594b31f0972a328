/* The runner's end of the channel, where JavaScript passes on what the two say;
   runner/keeper.h and runner/child.h have the contract. */
#include "runner/keeper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "platform.h"
#include "probe.h"
#include "runner/child.h"
#include "runner/serve.h"

#define FROM_PAGE(name) __attribute__((import_module("runner"), import_name(name)))
FROM_PAGE("read") long page_read(void *p, size_t n);
FROM_PAGE("write") long page_write(const void *p, size_t n);

static struct job job;
static size_t room;
static bool told;

static void read_all(void *p, size_t n)
{
    for (char *at = p; n;) {
        const long m = page_read(at, n);
        if (m <= 0)
            _Exit(0); /* the judge has gone */
        at += m;
        n -= (size_t)m;
    }
}

struct job *keeper_next(void)
{
    read_all(&job.request, sizeof job.request);
    const struct rpc_request *r = &job.request;
    const bool sent = r->what == RPC_PUT || r->what == RPC_TRACE;
    if ((sent || r->what == RPC_GET || r->what == RPC_SAID) && r->bytes > room) {
        free(job.data);
        room = r->bytes;
        job.data = malloc(room);
        if (!job.data) {
            struct rpc_answer a = {.mark = RPC_BROKEN,
                                   .text = "no memory for a matrix"};
            page_write(&a, sizeof a);
            _Exit(2);
        }
    }
    if (sent)
        read_all(job.data, r->bytes);
    memset(&job.answer, 0, sizeof job.answer);
    memset(&job.called, 0, sizeof job.called);
    memset(&job.place, 0, sizeof job.place);
    job.answer.mark = RPC_ANSWER;
    return &job;
}

void keeper_done(void)
{
    page_write(&job.answer, sizeof job.answer);
    switch (job.request.what) {
    case RPC_DEVICE:
        page_write(&job.device, sizeof job.device);
        break;
    case RPC_GET:
    case RPC_SAID:
        page_write(job.data, job.request.bytes);
        break;
    case RPC_CALL:
        page_write(&job.called, sizeof job.called);
        break;
    case RPC_WRITER:
    case RPC_LAUNCH:
        page_write(&job.place, sizeof job.place);
        break;
    default:
        break;
    }
}

void keeper_last_words(const struct rpc_ended *ended)
{
    const struct rpc_answer a = {.mark = RPC_ENDED};
    if (told)
        return;
    told = true;
    page_write(&a, sizeof a);
    page_write(ended, sizeof *ended);
}

void keeper_start(void)
{
}

void keeper_prepare(bool alone)
{
    (void)alone;
}

static void (*at_end)(int sig, siginfo_t *info, void *context);
void child_prepare(void (*on_end)(int sig, siginfo_t *info, void *context),
                   void (*on_exit)(void))
{
    at_end = on_end;
    atexit(on_exit);
}

/* The emulator says that host code reaches for device memory. */
void emu_host_ends(uintptr_t address)
{
    siginfo_t info = {.si_code = 1, .si_addr = (void *)address};
    at_end(SIGSEGV, &info, NULL);
}

static double ends_at; /* in seconds; 0: there is no limit */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void child_limit(double processor, double wall)
{
    (void)wall; /* here nothing else takes the processor */
    ends_at = processor > 0 ? now() + processor : 0;
}

/* The emulator calls it in loops of host code. */
void emu_host_looks(void)
{
    if (ends_at == 0 || now() < ends_at)
        return;
    siginfo_t info = {.si_code = 1};
    at_end(SIGPROF, &info, NULL);
    exit(128 + SIGPROF); /* as a shell says of it */
}

bool child_line(char *file, size_t size, int *line)
{
    return probe_line((const void *)EMU_CALLER(), file, size, line);
}

/* Before the constructors of the kernel. */
__attribute__((constructor(101))) static void begin(void)
{
    serve_prepare(false);
    probe_device(false);
}
