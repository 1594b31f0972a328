/*
 * A launch: the grid's blocks in order, distributed over the OS threads. The result
 * does not depend on the distribution: counters are sums, and the fault of the lowest
 * block is reported.
 */
#ifndef EMU_GRID_H
#define EMU_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "emu_launch.h"

struct launch {
    unsigned number; /* counts launches from 1; 0: no launch yet */
    struct emu_config config;
    void (*run)(void *closure); /* runs the kernel as the current thread */
    void *closure;
    uintptr_t site;     /* where the program launches it */
    const char *kernel; /* name, and arguments as written, for messages */
    const char *arguments;
    const struct emu_argument *values;
    int n_values;
    uint64_t blocks;
    uint64_t first, step; /* run blocks, or clusters, first, first + step... of them */
    uint64_t until;       /* ...up to this block */
    /* After block 0 has run, what `until` shall be; NULL: it stays. */
    uint64_t (*settle)(const struct launch *l);
    uint32_t threads;  /* per block */
    uint64_t l1_bytes; /* of L1: a block's share of its SM's */
    bool cooperative;  /* blocks may wait for all others: grid.c */
    uint32_t together; /* blocks of a cluster; 1: no clusters */
    uint64_t order;    /* of blocks and warps; 0: the usual one */
    unsigned phase;    /* counts launches, and barriers of a whole grid */
};

/* Run it and return when it has ended: the launch as it ran, with its number, valid
   until the next one. The launch and everything it points to must exist until then. */
const struct launch *emu_launch_run(const struct launch *l);

/* All blocks have reached a barrier of the whole grid: a new phase begins. */
void emu_launch_next_phase(void);

/* The last launch, for whoever asks when it has ended: the probe. (A worker has its
 * own.) */
const struct launch *emu_launch_last(void);

/* Which of n blocks, or of n warps of a block, runs as number i. If the order is not
   the usual one, worker 0 alone runs blocks. */
uint64_t emu_launch_nth(const struct launch *l, uint64_t i, uint64_t n);

/* Blocks after this one need not run: one of its threads cannot continue. */
void emu_launch_stop_after(uint64_t block);
/* The last block that has certainly run; UINT64_MAX if none was stopped. */
uint64_t emu_launch_stopped_after(void);

/* How many blocks run; which of them this one is. */
uint64_t emu_launch_ran(const struct launch *l);
uint64_t emu_launch_place(const struct launch *l, uint64_t block);

/* The OS threads that run blocks: those that take part in the current or last launch;
   all that exist. */
struct worker *const *emu_workers(int *n);
struct worker *const *emu_workers_all(int *n);

/* The most bytes of stack that a thread of the last launch used. */
uint64_t emu_launch_stack(void);

#endif
