/* How a runner ended, in words. */
#ifndef SUPERVISE_END_H
#define SUPERVISE_END_H

#include <stdbool.h>
#include <stdint.h>

#include "rpc/supervise.h"

/* Seconds that may pass on the clock for one of the call's processor time, on a machine
   that is busy. */
#ifdef __wasm__ /* nothing else runs there */
enum { WALL_PER_PROCESSOR = 2 };
#else
enum { WALL_PER_PROCESSOR = 8 };
#endif

/* What is known of the call in progress. */
struct report {
    int in_call;    /* the kernel's function runs */
    double seconds; /* that it may, or that the last call could; 0: there was none */
    struct supervise_array arrays[SUPERVISE_ARRAYS];
    int n_arrays;
    uintptr_t address; /* that a SIGSEGV or SIGBUS was about */
    struct finding finding;
};

/* The runner ended with this status, as waitpid() has it. Returns true, and what that
   means in *f, if the call in progress ended it: by a signal, or by exit(). Returns
   false if it was between calls, ended from outside, or exited with 2. */
bool supervise_end(const struct report *r, int status, struct finding *f);

/* The function of the last call: "sgemm()" of "sgemm(M=1, N=1...)"; "the function" if
   there was none. Valid until the next time. */
const char *supervise_callee(const struct report *r);

#endif
