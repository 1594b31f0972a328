/* The runner that is asked, and what is known of its call; rpc.h states the contract.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rpc/rpc.h"

struct report rpc_report;
jmp_buf rpc_broken_off;

static struct rpc_runner runners[RPC_MOST];
struct rpc_runner *rpc_now = runners;

void rpc_use(int i)
{
    rpc_now = &runners[i];
}

void rpc_set(int i, const char *command, const char *tuned)
{
    runners[i].command = command;
    runners[i].tuned = tuned;
}

const char *rpc_tuned(void)
{
    return rpc_now->tuned ? rpc_now->tuned : getenv("TUNE_CACHE");
}

bool rpc_plain(void)
{
    const char *plain = getenv("GRADE_PLAIN");

    return plain && *plain;
}

void rpc_clean(char *text, size_t size)
{
    text[size - 1] = '\0';
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

void rpc_explain(enum verdict v, const char *what, const char *remedy)
{
    struct finding *f = &rpc_report.finding;

    f->verdict = v;
    snprintf(f->what, sizeof f->what, "%s", what);
    snprintf(f->remedy, sizeof f->remedy, "%s", remedy);
}

/* A library failed, which no kernel has to answer for. */
void rpc_stop_for_peer(const char *what)
{
    if (!rpc_now->of_peer)
        return;
    fflush(stdout);
    fprintf(stderr, "\nthe library beside the kernel failed: %s\n", what);
    exit(2);
}

/* Limits of the sandbox. Returns false if `how` is none of them. */
bool rpc_explain_limit(const char *how)
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
            rpc_explain(limits[i].verdict, limits[i].what, limits[i].remedy);
            return true;
        }
    return false;
}

_Noreturn void rpc_blame(const char *what)
{
    rpc_stop_for_peer(what);
    rpc_explain(VERDICT_CRASH, what, "let it write to its own memory alone");
    longjmp(rpc_broken_off, 1);
}

_Noreturn void rpc_out_of_memory(void)
{
    rpc_stop_for_peer("it took more memory than there is");
    rpc_explain_limit("memory");
    longjmp(rpc_broken_off, 1);
}
