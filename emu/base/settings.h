/*
 * The settings of a run. The user sets environment variables, which are read once,
 * before the program's own constructors. An invalid value is refused: one line, exit
 * status 2. The harness uses probe.h, at any time between launches.
 */
#ifndef EMU_SETTINGS_H
#define EMU_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    /* From the environment. */
    int workers;    /* EMU_THREADS: OS threads that run blocks; 0: one per core */
    double timeout; /* EMU_TIMEOUT: seconds of processor time per block; 0: no limit */
    bool timeout_asked; /* it is not the default */
    int registers;      /* EMU_REGISTERS: per thread; 0: not known */
    const char *cubin;  /* EMU_CUBIN: what nvcc makes of the kernels; NULL: not known */
    bool silent;        /* EMU_NOTES=0: print nothing about wrong calls */
    bool leaks;         /* EMU_LEAKS=1: report memory that is never freed */
    bool all_faults;    /* EMU_FAULTS=all: continue after a fault that a GPU survives */
    const char *json;   /* EMU_FAULTS_JSON: a file for all faults; NULL: none */
    bool summary;       /* EMU_SUMMARY=1: say at the end how many launches and faults */
    bool early;         /* EMU_ASYNC=early: asynchronous copies store when they begin */
    bool kernel_before; /* EMU_KERNEL_BEFORE=1: a kernel that has not ended may use all
                           device memory, when a launch begins that may overlap it */
    const char *checks; /* EMU_CHECKS: names of detectors, separated by commas; NULL:
                           the default ones */

    /* From the harness. */
    unsigned sample;  /* blocks of a grid to run; 0: all */
    bool wave;        /* run only the blocks that the GPU holds at one time */
    uint64_t order;   /* of the blocks: probe_order() */
    double flops;     /* of each later launch; 0: not known */
    bool quiet;       /* the harness reads faults: do not print them */
    bool no_device;   /* static constructors are still running */
    uint64_t witness; /* the seed of the witness; 0: no witness */
};

/* Never NULL. */
const struct settings *emu_settings(void);
void emu_settings_change(const struct settings *to);

/* Exit with status 2: the machine's fault, just printed to standard error. */
_Noreturn void emu_give_up(void);
/* True if the program ends because of emu_give_up(). */
bool emu_gave_up(void);

/* Zeroed memory; gives up if memory is exhausted. `what` is its purpose. */
void *emu_allocate(uint64_t n, uint64_t bytes, const char *what);

#endif
