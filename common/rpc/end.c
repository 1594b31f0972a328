/* How a runner ends, and what that means for its kernel; rpc.h states the contract. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rpc/process.h"
#include "rpc/rpc.h"

void rpc_end(char *how, size_t size, bool at_once)
{
    how[0] = '\0';
    if (!rpc_now->pid)
        return;
    process_end(how, size, at_once);
    rpc_print_end();
    process_close();
    rpc_now->pid = 0;
}

void rpc_end_all(bool at_once)
{
    char how[64];

    for (int i = 0; i < RPC_MOST; i++) {
        rpc_use(i);
        rpc_end(how, sizeof how, at_once);
    }
    rpc_use(0);
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
    rpc_explain(
        VERDICT_CRASH, what,
        "look at constructors, threads, and memory that is written past its end");
}

static void explain_standstill(void)
{
    char what[200];

    snprintf(what, sizeof what, "%s stopped making progress and never returned",
             supervise_callee(&rpc_report));
    rpc_explain(VERDICT_TIMEOUT, what,
                "look for what waits: a kernel needs no sleep, lock or signal");
}

_Noreturn void rpc_gone(bool late)
{
    struct report *r = &rpc_report;
    char how[64];

    rpc_end(how, sizeof how, late);
    rpc_stop_for_peer(late ? "it never came back" : how);
    if (rpc_now->by_system) {
        fflush(stdout);
        fprintf(stderr,
                "\njudge: the system has ended the kernel's process, probably because "
                "memory is exhausted\n");
        exit(2);
    }
    if (rpc_now->beyond) {
        rpc_explain(
            VERDICT_FORBIDDEN,
            "host code reached for device variables, shared memory or the emulator",
            "let kernels alone touch what is on the device");
        longjmp(rpc_broken_off, 1);
    }
    if (rpc_explain_limit(how))
        longjmp(rpc_broken_off, 1);
    if (late && !r->in_call && r->seconds == 0)
        rpc_explain(VERDICT_TIMEOUT, "the program never came to its first call",
                    "look at constructors of your own variables: they run first");
    else if (late)
        explain_standstill();
    else if (!r->in_call || !supervise_end(r, status_of(how), &r->finding))
        explain_elsewhere(how);
    longjmp(rpc_broken_off, 1);
}
