/*
 * A launch: the grid's blocks in order, shared out over the OS threads. Which of them
 * runs a block changes nothing: counters are sums, and of faults the one in the lowest
 * block is reported.
 */
#ifndef EMU_GRID_H
#define EMU_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "emu_launch.h"

struct launch {
    unsigned number; /* counts launches from 1; 0: there was none */
    struct emu_config config;
    void (*run)(void *closure); /* runs the kernel as the current thread */
    void *closure;
    uintptr_t site;     /* where the program launches it */
    const char *kernel; /* name, and arguments as written, for messages */
    const char *arguments;
    const struct emu_argument *values;
    int n_values;
    uint64_t blocks, step; /* run blocks 0, step, 2 step... of so many */
    uint32_t threads;      /* a block */
    uint64_t l1_bytes;     /* of cache, a block's share of its SM's */
    bool cooperative;      /* blocks may wait for all others: grid.c */
    unsigned phase;        /* counts launches, and barriers of a whole grid */
};

/* Run it and return when it has ended; its number is given here. The launch and what it
   points to must live until then. */
void emu_launch_run(const struct launch *l);

/* All blocks have come to a barrier of the whole grid: a new phase begins. */
void emu_launch_next_phase(void);

/* The launch that runs, or ran last. */
const struct launch *emu_launch_last(void);

/* Blocks after this one need not be run: one of its threads cannot go on. */
void emu_launch_stop_after(uint64_t block);
/* The last block that is sure to have run; UINT64_MAX if none was stopped. */
uint64_t emu_launch_stopped_after(void);

/* The OS threads that run blocks. */
struct worker *const *emu_workers(int *n);

/* The most bytes of stack that a thread of the last launch had in use. */
uint64_t emu_launch_stack(void);

#endif
