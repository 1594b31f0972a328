/* The modelled GPU: its constants, its caches, and how long it takes for a launch. */
#ifndef EMU_MODEL_H
#define EMU_MODEL_H

#include <stdint.h>

#include "probe.h"

enum { SCHEDULERS = 4 }; /* of an SM; each starts an instruction a clock */

/* profile.c: constants of the modelled GPU. Exit 2 with one line if it is unknown. */
struct profile {
    char name[64];
    double sms;                /* streaming multiprocessors */
    double clock_mhz;          /* that they run at under load */
    double fp32_lanes;         /* multiply-adds an SM starts each clock */
    double l1_bytes;           /* an SM's L1 and shared memory together */
    double l1_wavefronts;      /* an SM's a clock, global and shared together */
    double shared_bytes_sm;    /* of it, at most so much shared memory... */
    double shared_bytes_block; /* ...and so much for one block */
    double registers_sm, threads_sm, blocks_sm;
    double l2_bytes, l2_gbs;         /* size; read bandwidth in 1e9 bytes a second */
    double dram_bytes, dram_gbs;     /* likewise */
    double outer_product;            /* of those lanes, when tiles are multiplied */
    double lone_fma, dependent;      /* clocks of a lone warp's multiply-adds */
    double shared_latency;           /* clocks from load to use... */
    double l2_latency, dram_latency; /* ...likewise */
    double l2_round, dram_round;     /* clocks until a block's threads have a tile */
    double barrier, barrier_warp;    /* clocks, and for each warp that waits */
    double launch_us;                /* from launch to end of an empty kernel */
    double compute_major, compute_minor;
};
const struct profile *emu_profile(void);

/* cache.c: the L1 of one SM, as one block sees it. */
struct cache *emu_cache_new(void);
void emu_cache_reset(struct cache *c, uint64_t bytes);
/* Sectors of the line that missed, given the sectors asked for (a bit each). */
uint32_t emu_cache_load(struct cache *c, uint64_t line, uint32_t sectors);

/* occupancy.c: how many blocks of so many threads, with so much shared memory and stack
   each (0: not known), an SM has at a time. */
void emu_occupancy(struct occupancy *o, uint32_t threads, uint64_t shared_bytes,
                   uint64_t stack_bytes);
/* Bytes of L1 that each of the blocks which an SM has at a time could call its own. */
uint64_t emu_l1_share(uint64_t blocks, uint32_t threads, uint64_t shared_bytes);

/* model.c: what the model knows of a launch, and what it makes of it. */
struct launched {
    const struct counters *counters; /* of all blocks */
    uint32_t threads;                /* a block */
    uint32_t columns;                /* of the grid, in blocks */
    struct occupancy occupancy;
    double flops;          /* 0: not known */
    double argument_bytes; /* of the arrays that the kernel is given */
};
struct modelled {
    double seconds;
    double dram_bytes;   /* between DRAM and L2 */
    char bottleneck[96]; /* in words */
};
struct modelled emu_model(const struct launched *l);

#endif
