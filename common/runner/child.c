/* The end of a process with an untrusted kernel; child.h states the contract. */
#define _DEFAULT_SOURCE /* timer_create, sigaction */
#include "runner/child.h"

#include <errno.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "probe.h"

/* SIGALRM, the signal of the clock, is not among them: where it comes, there is no
 * line.
 */
void child_prepare(void (*on_end)(int sig, siginfo_t *info, void *context),
                   void (*on_exit)(void))
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF};
    const struct sigaction noted = {.sa_sigaction = on_end,
                                    .sa_flags = SA_SIGINFO | SA_RESETHAND};
    void *unused[1];

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &noted, NULL);
    signal(SIGALRM, SIG_DFL);
    atexit(on_exit);
    backtrace(unused, 1); /* once outside a handler: it loads a library */
}

static _Noreturn void no_timer(void)
{
    fprintf(stderr, "cannot set a timer: %s\n", strerror(errno));
    exit(2);
}

/* A timer that will end this process by `sig`. */
static timer_t new_timer(clockid_t clock, int sig)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    timer_t timer;

    if (timer_create(clock, &event, &timer))
        no_timer();
    return timer;
}

static void set_timer(timer_t timer, double seconds)
{
    struct itimerspec t = {{0, 0}, {(time_t)seconds, 0}};

    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    if (timer_settime(timer, 0, &t, NULL))
        no_timer();
}

void child_limit(double processor, double wall)
{
    static bool created;
    static timer_t of_processor, of_wall;

    if (!created) {
        of_processor = new_timer(CLOCK_THREAD_CPUTIME_ID, SIGPROF);
        of_wall = new_timer(CLOCK_MONOTONIC, SIGALRM);
        created = true;
    }
    set_timer(of_processor, processor);
    set_timer(of_wall, wall);
}

bool child_line(char *file, size_t size, int *line)
{
    enum { DEEPEST = 64 };
    void *code[DEEPEST];
    const int n = backtrace(code, DEEPEST);

    for (int i = 0; i < n; i++)
        if (probe_line(code[i], file, size, line))
            return true;
    file[0] = '\0';
    *line = 0;
    return false;
}
