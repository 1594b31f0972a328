/*
 * supervise.h, where the child is a runner in the sandbox: the work is done here, and
 * breaks off when the runner does. Whatever the runner does to itself is bad news for
 * its submission; nothing that it does is good news.
 */
#include "rpc/supervise.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rpc/rpc.h"

struct report rpc_report;
static jmp_buf broken_off;

void supervise_enter(const char *call, double seconds)
{
    snprintf(rpc_report.finding.when, sizeof rpc_report.finding.when, "%s", call);
    rpc_report.finding.function[0] = '\0';
    rpc_report.finding.sizes.n = 0;
    rpc_report.seconds = seconds;
    rpc_report.in_call = 1;
    rpc_now->mid_line = false;
}

void supervise_numbers(const char *function, const struct finding_numbers *numbers)
{
    struct finding *f = &rpc_report.finding;

    snprintf(f->function, sizeof f->function, "%s", function);
    f->sizes = *numbers;
}

void supervise_leave(void)
{
    rpc_report.in_call = 0;
}

void supervise_arrays(const struct supervise_array arrays[], int n)
{
    memcpy(rpc_report.arrays, arrays, n * sizeof *arrays);
    rpc_report.n_arrays = n;
}

static void explain(enum verdict v, const char *what, const char *remedy)
{
    struct finding *f = &rpc_report.finding;

    f->verdict = v;
    snprintf(f->what, sizeof f->what, "%s", what);
    snprintf(f->remedy, sizeof f->remedy, "%s", remedy);
}

/* A library failed, which no kernel has to answer for. */
static void stop_for_peer(const char *what)
{
    if (!rpc_now->of_peer)
        return;
    fflush(stdout);
    fprintf(stderr, "\nthe library beside the kernel failed: %s\n", what);
    exit(2);
}

_Noreturn void rpc_blame(const char *what)
{
    stop_for_peer(what);
    explain(VERDICT_CRASH, what, "let it write to its own memory alone");
    longjmp(broken_off, 1);
}

/* Limits of the sandbox. Returns false if `how` is none of them. */
static bool explain_limit(const char *how)
{
    static const struct {
        const char *how;
        enum verdict verdict;
        const char *what, *remedy;
    } limits[] = {
        {"memory", VERDICT_MEMORY, "the program took more memory than it may have",
         "a correct kernel needs A, B, C and little more: look for what grows"},
        {"output", VERDICT_OUTPUT, "the program printed more than it may",
         "print nothing, or little: look for a printf() that every thread reaches"},
        {"disk", VERDICT_OUTPUT, "the program wrote more to the disk than it may",
         "write no files"},
        {"processes", VERDICT_FORBIDDEN, "the program started too many threads",
         "start kernels, and nothing else"},
        {"wall", VERDICT_TIMEOUT, "the program did not end in the time it may have",
         "look for a loop whose counter never reaches its end"},
        {"signal 24", VERDICT_TIMEOUT, /* SIGXCPU */
         "the program used up the processor time that it may have",
         "look for a loop whose counter never reaches its end"},
    };

    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (strncmp(how, limits[i].how, strlen(limits[i].how)) == 0) {
            explain(limits[i].verdict, limits[i].what, limits[i].remedy);
            return true;
        }
    return false;
}

_Noreturn void rpc_out_of_memory(void)
{
    stop_for_peer("it took more memory than there is");
    explain_limit("memory");
    longjmp(broken_off, 1);
}

/* As waitpid() has it, from "exit 3" or "signal 11". */
static int status_of(const char *how)
{
    const char *number = strchr(how, ' ');
    const int n = number ? atoi(number) : 0;

    return strncmp(how, "signal", 6) == 0 ? n : n << 8;
}

/* How it ended outside of a call, which the harness alone fills otherwise. */
static void explain_elsewhere(const char *how)
{
    const int n = (int)strcspn(how, "\n");
    char what[200];

    if (rpc_report.seconds == 0)
        snprintf(what, sizeof what, "the program ended before the first call (%.*s)", n,
                 how);
    else
        snprintf(what, sizeof what, "%s ended the program%s (%.*s)",
                 supervise_callee(&rpc_report),
                 rpc_report.in_call ? "" : " after it had returned", n, how);
    explain(VERDICT_CRASH, what,
            "look at constructors, threads, and memory that is written past its end");
}

static void explain_standstill(void)
{
    char what[200];

    snprintf(what, sizeof what, "%s stopped making progress and never returned",
             supervise_callee(&rpc_report));
    explain(VERDICT_TIMEOUT, what,
            "look for what waits: a kernel needs no sleep, lock or signal");
}

_Noreturn void rpc_gone(bool late)
{
    struct report *r = &rpc_report;
    char how[64];

    rpc_end(how, sizeof how, late);
    stop_for_peer(late ? "it never came back" : how);
    if (rpc_now->by_system) {
        fflush(stdout);
        fprintf(stderr,
                "\njudge: the system has ended the kernel's process, probably because "
                "memory is exhausted\n");
        exit(2);
    }
    if (rpc_now->beyond) {
        explain(VERDICT_FORBIDDEN,
                "host code reached for device variables, shared memory or the emulator",
                "let kernels alone touch what is on the device");
        longjmp(broken_off, 1);
    }
    if (explain_limit(how))
        longjmp(broken_off, 1);
    if (late && !r->in_call && r->seconds == 0)
        explain(VERDICT_TIMEOUT, "the program never came to its first call",
                "look at constructors of your own variables: they run first");
    else if (late)
        explain_standstill();
    else if (!r->in_call || !supervise_end(r, status_of(how), &r->finding))
        explain_elsewhere(how);
    longjmp(broken_off, 1);
}

int supervise(supervise_work *work, void *arg, struct finding *f)
{
    if (setjmp(broken_off) != 0) {
        *f = rpc_report.finding;
        rpc_end_all(true);
        return 1;
    }
    rpc_report = (struct report){0};
    work(arg, &rpc_report.finding);
    rpc_end_all(false);
    *f = rpc_report.finding;
    return 0;
}
