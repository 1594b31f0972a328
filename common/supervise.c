/* A child process for somebody's code; supervise.h states the contract. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, timer_create */
#include "supervise.h"

#include <errno.h>
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

/* Seconds that may pass for one of processor time, on a machine that is busy. */
enum { WALL_PER_PROCESSOR = 8 };

/* What parent and child share: memory that outlives the child. */
struct report {
    int done;       /* work() came to its end */
    int in_call;    /* sgemm() runs */
    double seconds; /* that it may */
    struct supervise_array arrays[SUPERVISE_ARRAYS];
    uintptr_t address; /* that a SIGSEGV or SIGBUS was about */
    struct finding finding;
};

static struct report *report; /* NULL where nobody supervises */
static timer_t processor, wall;

/* Let `timer` end this process by `sig`, whose default that is, after `seconds`. */
static void start_timer(timer_t *timer, clockid_t clock, int sig, double seconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    struct itimerspec t = {{0, 0}, {(time_t)seconds, 0}};

    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    if (timer_create(clock, &event, timer) || timer_settime(*timer, 0, &t, NULL)) {
        fprintf(stderr, "cannot set a timer: %s\n", strerror(errno));
        exit(2);
    }
}

/* The calling thread's processor time: the emulator's workers, of which there is one a
   core, have a limit of their own, and beside a GPU this thread waits by spinning. */
void supervise_enter(const char *call, double seconds)
{
    if (!report)
        return;
    snprintf(report->finding.when, sizeof report->finding.when, "%s", call);
    report->seconds = seconds;
    start_timer(&processor, CLOCK_THREAD_CPUTIME_ID, SIGPROF, seconds);
    start_timer(&wall, CLOCK_MONOTONIC, SIGALRM, seconds * WALL_PER_PROCESSOR);
    report->in_call = 1;
}

void supervise_leave(void)
{
    if (!report)
        return;
    timer_delete(processor);
    timer_delete(wall);
    report->in_call = 0;
}

void supervise_arrays(const struct supervise_array arrays[SUPERVISE_ARRAYS])
{
    if (report)
        memcpy(report->arrays, arrays, sizeof report->arrays);
}

/* Note the address; as the handler is gone, the access then ends the child. */
static void on_bad_address(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    (void)context;
    report->address = (uintptr_t)info->si_addr;
}

static void explain(struct finding *f, enum verdict v, const char *what,
                    const char *remedy)
{
    f->verdict = v;
    snprintf(f->what, sizeof f->what, "%s", what);
    snprintf(f->remedy, sizeof f->remedy, "%s", remedy);
}

/* The function of the call that was cut short: "sgemm()" of "sgemm(M=1, N=1...)". */
static const char *callee(void)
{
    static char name[64];
    const char *call = report->finding.when;
    const size_t n = strcspn(call, "(");

    snprintf(name, sizeof name, "%.*s()", (int)(call[n] ? n : 5),
             call[n] ? call : "sgemm");
    return name;
}

static void explain_bad_address(struct finding *f)
{
    const char *remedy = "A, B and C are device memory: only a kernel may touch them";
    char what[128];

    for (int i = 0; i < SUPERVISE_ARRAYS; i++) {
        const struct supervise_array *a = &report->arrays[i];
        const uintptr_t start = (uintptr_t)a->start;

        if (report->address < start || report->address >= start + a->n * sizeof(float))
            continue;
        snprintf(what, sizeof what, "%s touched %c[%zu] on the host", callee(), a->name,
                 (size_t)(report->address - start) / sizeof(float));
        explain(f, VERDICT_OUT_OF_BOUNDS, what, remedy);
        return;
    }
    snprintf(what, sizeof what,
             "%s touched memory that is not there, on the host (SIGSEGV)", callee());
    explain(f, VERDICT_CRASH, what, remedy);
}

/* The child was ended by a signal inside a call. */
static void explain_signal(int sig, double seconds, struct finding *f)
{
    const char *endless = "look for a loop whose counter never reaches its end";
    char what[128];

    switch (sig) {
    case SIGPROF:
        snprintf(what, sizeof what, "%s did not end within %.0f s of processor time",
                 callee(), seconds);
        explain(f, VERDICT_TIMEOUT, what, endless);
        break;
    case SIGALRM:
        snprintf(what, sizeof what, "%s did not end within %.0f s", callee(),
                 seconds * WALL_PER_PROCESSOR);
        explain(f, VERDICT_TIMEOUT, what, endless);
        break;
    case SIGSEGV:
    case SIGBUS:
        explain_bad_address(f);
        break;
    case SIGFPE:
        snprintf(what, sizeof what, "%s divided an integer by zero, on the host",
                 callee());
        explain(f, VERDICT_CRASH, what,
                "look at what you divide by: M, N and K may be as small as 1");
        break;
    case SIGABRT:
        snprintf(what, sizeof what, "%s aborted, on the host", callee());
        explain(f, VERDICT_CRASH, what,
                "look for an assert() that fails, or memory freed twice");
        break;
    default:
        snprintf(what, sizeof what, "%s was ended by signal %d (%s), on the host",
                 callee(), sig, strsignal(sig));
        explain(f, VERDICT_CRASH, what, "look at its code on the host");
    }
}

/* Signals that are the system's or the user's doing, never the kernel's. */
static int from_outside(int sig)
{
    return sig == SIGKILL || sig == SIGTERM || sig == SIGINT || sig == SIGHUP ||
           sig == SIGQUIT || sig == SIGPIPE;
}

/* The child has ended without finishing its work: the status of supervise(). */
static int explain_end(int status, struct finding *f)
{
    /* Whoever exits with 2 says that the machine has failed, and why: cuBLAS may. */
    const int machine = WIFEXITED(status) && WEXITSTATUS(status) == 2;

    if (report->in_call && WIFSIGNALED(status) && !from_outside(WTERMSIG(status))) {
        explain_signal(WTERMSIG(status), report->seconds, f);
        return 1;
    }
    if (report->in_call && WIFEXITED(status) && !machine) {
        char what[128];

        snprintf(what, sizeof what, "%s ended the program", callee());
        explain(f, VERDICT_CRASH, what, "return from it, and leave exit() alone");
        return 1;
    }
    if (report->in_call && machine)
        fprintf(stderr, "%s: ended the program with status 2\n", f->when);
    if (WIFSIGNALED(status))
        fprintf(stderr, "the run was ended from outside: %s\n",
                strsignal(WTERMSIG(status)));
    else if (!machine)
        fprintf(stderr, "the run ended early, with status %d\n", WEXITSTATUS(status));
    return 2;
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
        const struct sigaction noted = {.sa_sigaction = on_bad_address,
                                        .sa_flags = SA_SIGINFO | SA_RESETHAND};

        sigaction(SIGSEGV, &noted, NULL);
        sigaction(SIGBUS, &noted, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* never outlive the parent */
        signal(SIGPROF, SIG_DFL);
        signal(SIGALRM, SIG_DFL);
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses at most a line */
        work(arg, &report->finding);
        report->done = 1;
        fflush(stdout);
        _exit(0); /* and leave whatever somebody's code set up alone */
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    *f = report->finding;
    status = report->done ? 0 : explain_end(status, f);
    munmap(report, sizeof *report);
    report = NULL;
    return status;
}
