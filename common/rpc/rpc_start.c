/* The runner: started, asked, ended; rpc.h states the contract. */
#define _GNU_SOURCE /* asprintf */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/clock.h"
#include "rpc/process.h"
#include "rpc/rpc.h"

/* False if there is no such program. */
static bool set_peer(int i, const char *path)
{
    struct rpc_runner *const now = rpc_now;
    char *command, how[64];

    if (access(path, X_OK) != 0 || asprintf(&command, "exec '%s'", path) < 0)
        return false;
    rpc_use(i);
    rpc_end(how, sizeof how, false); /* if another library was number i */
    rpc_now->command = command;      /* for as long as this program runs */
    rpc_now->of_peer = true;
    rpc_now = now;
    return true;
}

int rpc_set_peers(int i, const char *folder, const char *operation,
                  const char *const libraries[])
{
    char path[4096];
    int n = 0;

    for (; libraries[n]; n++) {
        snprintf(path, sizeof path, "%s/%s%s%s", folder, operation, n ? "." : "",
                 n ? libraries[n] : "");
        if (!set_peer(i + n, path))
            break;
    }
    return n;
}

/* Read or write all n bytes before `deadline`; who does not is gone. What is printed
   meanwhile is read, so that neither side blocks. */
static void transfer(bool write_it, void *p, size_t n, double deadline)
{
    for (char *at = p; n;) {
        const long m = process_move(write_it, at, n, deadline - clock_now());

        rpc_print();
        if (m < 0)
            rpc_gone(m == PROCESS_LATE);
        at += m;
        n -= (size_t)m;
    }
}

/* The runner's last words: it is about to end. */
static _Noreturn void hear_last_words(double deadline)
{
    struct rpc_ended ended;

    transfer(false, &ended, sizeof ended, deadline);
    rpc_print();
    if (ended.machine && rpc_report.seconds > 0) /* as in rpc_hear() */
        rpc_out_of_memory();
    if (ended.machine)
        process_impossible("the emulator cannot go on: see above");
    rpc_now->beyond = ended.beyond;
    rpc_clean(ended.file, sizeof ended.file);
    rpc_report.address = (uintptr_t)ended.address;
    rpc_report.finding.line = ended.line;
    snprintf(rpc_report.finding.file, sizeof rpc_report.finding.file, "%s", ended.file);
    rpc_gone(false);
}

void rpc_send(const struct rpc_request *r, const void *more, size_t n, double seconds)
{
    struct rpc_request request = *r;

    rpc_now->deadline = clock_now() + seconds;
    if (!rpc_now->pid)
        process_start();
    transfer(true, &request, sizeof request, rpc_now->deadline);
    transfer(true, (void *)(uintptr_t)more, n, rpc_now->deadline);
}

struct rpc_answer rpc_hear(void *back, size_t m)
{
    /* An answer that is there is heard, however late that is. */
    const double deadline = fmax(rpc_now->deadline, clock_now() + 1);
    struct rpc_answer a;

    transfer(false, &a, sizeof a, deadline);
    if (a.mark == RPC_ENDED)
        hear_last_words(deadline);
    if (a.mark == RPC_BROKEN) {
        if (rpc_report.seconds > 0) /* a call was made, and left no memory */
            rpc_out_of_memory();
        rpc_clean(a.text, sizeof a.text);
        process_impossible(a.text);
    }
    if (a.mark != RPC_ANSWER)
        rpc_blame("the submission spoke in the place of the runner");
    transfer(false, back, m, deadline);
    rpc_print();
    return a;
}

struct rpc_answer rpc_ask(const struct rpc_request *r, const void *more, size_t n,
                          void *back, size_t m, double seconds)
{
    rpc_send(r, more, n, seconds);
    return rpc_hear(back, m);
}
