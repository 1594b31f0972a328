/*
 * What the user and the harness want of a run. The user says it in environment
 * variables, which are read once, before the program's own constructors; a value that
 * makes no sense is refused: one line, exit status 2. The harness says it by probe.h,
 * at any time between launches.
 */
#ifndef EMU_SETTINGS_H
#define EMU_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    /* From the environment. */
    int workers;    /* EMU_THREADS: OS threads that run blocks; 0: one per core */
    double timeout; /* EMU_TIMEOUT: seconds of processor time per launch; 0: no limit */
    int registers;  /* EMU_REGISTERS: per thread, as nvcc said; 0: not known */
    bool silent;    /* EMU_NOTES=0: nothing is said of calls that are wrong */
    bool leaks;     /* EMU_LEAKS=1: memory that is never freed is reported */
    bool all_faults;  /* EMU_FAULTS=all: go on after a fault that a GPU survives */
    const char *json; /* EMU_FAULTS_JSON: a file for all of them; NULL: none */
    const char
        *checks; /* EMU_CHECKS: names of detectors, with commas; NULL: the usual */

    /* From the harness. */
    unsigned sample;  /* blocks of a grid to run; 0: all */
    double flops;     /* of each launch to come; 0: not known */
    bool quiet;       /* somebody asks for faults: do not print them */
    bool no_device;   /* the program is still being constructed */
    uint64_t witness; /* the seed of the witness; 0: there is none */
};

/* Never NULL. */
const struct settings *emu_settings(void);
void emu_settings_change(const struct settings *to);

/* This machine cannot go on, as was just said on standard error: exit status 2. */
_Noreturn void emu_give_up(void);
/* True if the program ends because of emu_give_up(). */
bool emu_gave_up(void);

/* Zeroed memory; gives up if there is none. `what` is what it is for. */
void *emu_allocate(uint64_t n, uint64_t bytes, const char *what);

#endif
