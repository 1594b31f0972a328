/* A child process for somebody's code; supervise.h states the contract. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "supervise.h"
#include "child.h"
#include "supervise_end.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static struct report *report; /* NULL where nobody supervises */

void supervise_enter(const char *call, double seconds)
{
    if (!report)
        return;
    snprintf(report->finding.when, sizeof report->finding.when, "%s", call);
    report->seconds = seconds;
    child_limit(seconds, seconds * WALL_PER_PROCESSOR);
    report->in_call = 1;
}

void supervise_leave(void)
{
    if (!report)
        return;
    child_limit(0, report->seconds * WALL_BETWEEN_CALLS);
    report->in_call = 0;
}

void supervise_arrays(const struct supervise_array arrays[], int n)
{
    if (!report)
        return;
    memcpy(report->arrays, arrays, n * sizeof *arrays);
    report->n_arrays = n;
}

/* The line that the call has come to. */
static void note_line(void)
{
    struct finding *f = &report->finding;

    f->file[0] = '\0';
    f->line = 0;
    if (report->in_call)
        child_line(f->file, sizeof f->file, &f->line);
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
        child_prepare(on_end, note_line);
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
