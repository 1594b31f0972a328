/* How long the blocks of a launch take, of the needs of one block or of its program. */
#ifndef EMU_PACE_H
#define EMU_PACE_H

#include "program.h"

enum { MOST_AT_ONCE = 32 /* blocks of an SM */ };

/* The needs of one block, in cycles of an otherwise idle SM. */
struct block {
    double warps;
    double issue, fp32; /* of all schedulers together; fp32 is a part of issue */
    double pipe;        /* lines and wavefronts */
    double tensor;      /* of the tensor cores */
    double delay;       /* of one warp, independent of the others */
    double edge;        /* of work that does not overlap with other work of the block */
    double tiles, ahead; /* tiles that it copies and waits for, or prefetches */
    double in_flight;    /* tiles, when it begins to work on a prefetched one */
    double ahead_at;     /* of a phase: when these are issued */
    double
        tile_latency; /* from issuing the loads until all its threads have the values */
    double rounds;    /* other waits for global loads */
    double round_latency; /* per wait */
};

/* How long blocks of a launch take. */
struct pace {
    double wait; /* cycles that a block waits when it is alone on an SM */
    double work[MOST_AT_ONCE + 1]; /* cycles of m blocks that work at the same time */
};

/* The pace of blocks that run a program: simulated for some numbers of blocks, up to
   `most`, and for those between them on a line. */
void emu_pace_of_program(struct pace *to, const struct program *p, int most);
/* The pace of blocks that have these needs. */
void emu_pace_of_counts(struct pace *to, const struct block *b, int most);

/* Cycles from one block's end to the next on an SM that holds `blocks` at one time. */
double emu_clocks_a_block(const struct pace *p, int blocks);
/* Cycles of the whole grid: full waves, and a last one with less work. */
double emu_clocks_of_grid(const struct pace *p, double blocks, int at_a_time);

#endif
