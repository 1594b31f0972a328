/* The submission's end, as far as it can be seen coming; serve.h states the contract.
 */
#define _DEFAULT_SOURCE /* siginfo_t */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "runner/child.h"
#include "probe.h"
#include "runner/keeper.h"
#include "runner/serve.h"
#include "rpc/supervise_end.h"

static bool in_call;

void serve_limit(double seconds)
{
    child_limit(seconds, seconds * WALL_PER_PROCESSOR);
    in_call = seconds > 0;
}

/* The line of the submission's host code that it has come to. */
static void note_line(struct rpc_ended *ended)
{
    if (in_call)
        child_line(ended->file, sizeof ended->file, &ended->line);
}

static void on_exit_of_program(void)
{
    struct rpc_ended ended = {0};

    probe_close(false);
    ended.machine = probe_gave_up();
    note_line(&ended);
    keeper_last_words(&ended);
}

void probe_beyond(void)
{
    struct rpc_ended ended = {.beyond = 1};

    note_line(&ended);
    keeper_last_words(&ended);
}

/* The handler is gone: what raised the signal then ends the program. A signal that was
   sent is about no address, and is sent again. */
static void on_end(int sig, siginfo_t *info, void *context)
{
    struct rpc_ended ended = {0};

    (void)context;
    probe_close(false);
    if ((sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0) {
        probe_reached(info->si_addr);
        ended.address = (uintptr_t)info->si_addr;
    }
    note_line(&ended);
    keeper_last_words(&ended);
    if (info->si_code <= 0)
        raise(sig);
}

void serve_prepare(bool alone)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses at most a line */
    child_prepare(on_end, on_exit_of_program);
    if (alone)
        probe_prepare();
}
