/* How a supervised child ended, in words. Part of supervise.c. */
#ifndef SUPERVISE_END_H
#define SUPERVISE_END_H

#include <stdint.h>

#include "supervise.h"

/* Seconds that may pass for one of the call's processor time: in it, on a machine that
   is busy; and from its end to the next call, which is the harness's own work. */
enum { WALL_PER_PROCESSOR = 8, WALL_BETWEEN_CALLS = 30 };

/* What parent and child share: memory that outlives the child. */
struct report {
    int done;       /* work() came to its end */
    int in_call;    /* the kernel's function runs */
    double seconds; /* that it may, or that the last call could; 0: there was none */
    struct supervise_array arrays[SUPERVISE_ARRAYS];
    int n_arrays;
    uintptr_t address; /* that a SIGSEGV or SIGBUS was about */
    struct finding finding;
};

/* The child ended with this status of waitpid(), and its work was not done: what
   supervise() returns. *f is what the child had found, and is told how it ended. */
int supervise_end(const struct report *r, int status, struct finding *f);

#endif
