/* A child process for somebody's code; supervise.h states the contract. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, timer_create */
#include "supervise.h"
#include "instrument.h"
#include "supervise_end.h"

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct report *report; /* NULL where nobody supervises */
static timer_t processor, wall;

static _Noreturn void no_timer(void)
{
    fprintf(stderr, "cannot set a timer: %s\n", strerror(errno));
    exit(2);
}

/* A timer that will end this process by `sig`, whose default that is. */
static timer_t new_timer(clockid_t clock, int sig)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    timer_t timer;

    if (timer_create(clock, &event, &timer))
        no_timer();
    return timer;
}

/* Let it do so after `seconds`; not at all if that is 0. */
static void set_timer(timer_t timer, double seconds)
{
    struct itimerspec t = {{0, 0}, {(time_t)seconds, 0}};

    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    if (timer_settime(timer, 0, &t, NULL))
        no_timer();
}

/* The calling thread's processor time: the emulator's workers, of which there is one a
   core, have a limit of their own, and beside a GPU this thread waits by spinning. */
void supervise_enter(const char *call, double seconds)
{
    if (!report)
        return;
    snprintf(report->finding.when, sizeof report->finding.when, "%s", call);
    if (report->seconds == 0) {
        processor = new_timer(CLOCK_THREAD_CPUTIME_ID, SIGPROF);
        wall = new_timer(CLOCK_MONOTONIC, SIGALRM);
    }
    report->seconds = seconds;
    set_timer(processor, seconds);
    set_timer(wall, seconds * WALL_PER_PROCESSOR);
    report->in_call = 1;
}

void supervise_leave(void)
{
    if (!report)
        return;
    set_timer(processor, 0);
    set_timer(wall, report->seconds * WALL_BETWEEN_CALLS);
    report->in_call = 0;
}

void supervise_arrays(const struct supervise_array arrays[SUPERVISE_ARRAYS])
{
    if (report)
        memcpy(report->arrays, arrays, sizeof report->arrays);
}

/* The line of somebody's code that the call has come to: where the innermost function
   is that is not a library's. Not known beside a GPU. */
static void note_line(void)
{
    enum { DEEPEST = 64 };
    void *code[DEEPEST];
    const int n = backtrace(code, DEEPEST);
    struct finding *f = &report->finding;

    for (int i = 0; report->in_call && i < n; i++)
        if (instrument_line(code[i], f->file, sizeof f->file, &f->line))
            return;
    f->file[0] = '\0';
    f->line = 0;
}

/* Note the line and the address; as the handler is gone, what raised the signal then
   ends the child. A signal that was sent is about no address, and is sent again. */
static void on_end(int sig, siginfo_t *info, void *context)
{
    (void)context;
    note_line();
    if (sig == SIGSEGV || sig == SIGBUS)
        report->address = info->si_code > 0 ? (uintptr_t)info->si_addr : 0;
    if (info->si_code <= 0)
        raise(sig);
}

/* Signals by which a call may end the child. The one of the clock is not among them: it
   comes where the line is not to be had. */
static void await_end(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF};
    const struct sigaction noted = {.sa_sigaction = on_end,
                                    .sa_flags = SA_SIGINFO | SA_RESETHAND};
    void *unused[1];

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &noted, NULL);
    signal(SIGALRM, SIG_DFL);
    atexit(note_line);
    backtrace(unused, 1); /* once outside a handler: it loads a library */
}

int supervise(supervise_work *work, void *arg, struct finding *f)
{
    int status;
    pid_t child;

    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED) {
        report = NULL;
        fprintf(stderr, "cannot share memory: %s\n", strerror(errno));
        return 2;
    }
    fflush(stdout);
    child = fork();
    if (child < 0) {
        fprintf(stderr, "cannot start a process: %s\n", strerror(errno));
        return 2;
    }
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* never outlive the parent */
        await_end();
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses at most a line */
        work(arg, &report->finding);
        report->done = 1;
        fflush(stdout);
        _exit(0); /* and leave whatever somebody's code set up alone */
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    *f = report->finding;
    status = report->done ? 0 : supervise_end(report, status, f);
    munmap(report, sizeof *report);
    report = NULL;
    return status;
}
