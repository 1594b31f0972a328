/* What a runner died of, as a verdict; supervise_end.h states the contract. */
#define _DEFAULT_SOURCE /* strsignal */
#include "rpc/supervise_end.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static void explain(struct finding *f, enum verdict v, const char *what,
                    const char *remedy)
{
    f->verdict = v;
    snprintf(f->what, sizeof f->what, "%s", what);
    snprintf(f->remedy, sizeof f->remedy, "%s", remedy);
}

const char *supervise_callee(const struct report *r)
{
    static char name[64];
    const char *call = r->finding.when;
    const size_t n = strcspn(call, "(");

    if (call[n])
        snprintf(name, sizeof name, "%.*s()", (int)n, call);
    else
        snprintf(name, sizeof name, "the function");
    return name;
}

/* "A, B and C are device memory: ..." */
static void say_device(const struct report *r, char *text, size_t size)
{
    size_t at = 0;

    for (int i = 0; i < r->n_arrays && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%s",
                               i == 0                 ? ""
                               : i == r->n_arrays - 1 ? " and "
                                                      : ", ",
                               r->arrays[i].name);
    if (at < size)
        snprintf(text + at, size - at,
                 " are device memory: only a kernel may touch them");
}

static void explain_bad_address(const struct report *r, struct finding *f)
{
    char what[160], remedy[200];

    for (int i = 0; i < r->n_arrays; i++) {
        const struct supervise_array *a = &r->arrays[i];
        const uintptr_t start = (uintptr_t)a->start;

        if (r->address < start || r->address >= start + a->bytes)
            continue;
        snprintf(what, sizeof what, "%s touched %s[%zu] on the host",
                 supervise_callee(r), a->name, (size_t)(r->address - start) / a->each);
        say_device(r, remedy, sizeof remedy);
        explain(f, VERDICT_OUT_OF_BOUNDS, what, remedy);
        f->element = (struct probe_element){
            .rank = 1, .index = {(int64_t)((r->address - start) / a->each)}};
        snprintf(f->element.array, sizeof f->element.array, "%s", a->name);
        return;
    }
    snprintf(what, sizeof what,
             "%s touched memory that is not there, on the host (SIGSEGV)",
             supervise_callee(r));
    say_device(r, remedy, sizeof remedy);
    explain(f, VERDICT_CRASH, what, remedy);
}

/* The runner was ended by a signal inside a call. */
static void explain_signal(const struct report *r, int sig, struct finding *f)
{
    const char *endless = "look for a loop whose counter never reaches its end";
    char what[128];

    switch (sig) {
    case SIGPROF:
        snprintf(what, sizeof what, "%s did not end within %.0f s of processor time",
                 supervise_callee(r), r->seconds);
        explain(f, VERDICT_TIMEOUT, what, endless);
        break;
    case SIGALRM:
        snprintf(what, sizeof what, "%s did not end within %.0f s", supervise_callee(r),
                 r->seconds * WALL_PER_PROCESSOR);
        explain(f, VERDICT_TIMEOUT, what, endless);
        break;
    case SIGSEGV:
    case SIGBUS:
        explain_bad_address(r, f);
        break;
    case SIGFPE:
        snprintf(what, sizeof what, "%s divided an integer by zero, on the host",
                 supervise_callee(r));
        explain(f, VERDICT_CRASH, what, "look at what you divide by: can it be 0?");
        break;
    case SIGABRT:
        snprintf(what, sizeof what, "%s aborted, on the host", supervise_callee(r));
        explain(f, VERDICT_CRASH, what,
                "look for an assert() that fails, or memory freed twice");
        break;
    default:
        snprintf(what, sizeof what, "%s was ended by signal %d (%s), on the host",
                 supervise_callee(r), sig, strsignal(sig));
        explain(f, VERDICT_CRASH, what, "look at its code on the host");
    }
}

/* Signals that are the system's or the user's doing, never the kernel's. */
static int from_outside(int sig)
{
    return sig == SIGKILL || sig == SIGTERM || sig == SIGINT || sig == SIGHUP ||
           sig == SIGQUIT || sig == SIGPIPE;
}

bool supervise_end(const struct report *r, int status, struct finding *f)
{
    char what[128];

    if (!r->in_call)
        return false;
    if (WIFSIGNALED(status)) {
        if (from_outside(WTERMSIG(status)))
            return false;
        explain_signal(r, WTERMSIG(status), f);
        return true;
    }
    /* Whoever exits with 2 says that the machine has failed, and why: cuBLAS may. */
    if (WEXITSTATUS(status) == 2)
        return false;
    snprintf(what, sizeof what, "%s ended the program", supervise_callee(r));
    explain(f, VERDICT_CRASH, what, "return from it, and leave exit() alone");
    return true;
}
