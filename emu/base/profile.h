/* The constants of the modelled GPU. */
#ifndef EMU_PROFILE_H
#define EMU_PROFILE_H

#include "emu_element.h"

enum { SCHEDULERS = 4 }; /* per SM; each starts one instruction per cycle */

struct profile {
    char name[64];
    double sms;                /* streaming multiprocessors */
    double clock_mhz;          /* under load */
    double fp32_lanes;         /* FMAs that an SM starts per cycle */
    double l1_bytes;           /* L1 and shared memory of an SM together */
    double l1_wavefronts;      /* per SM and cycle, global and shared together */
    double shared_bytes_sm;    /* the most shared memory of an SM... */
    double shared_bytes_block; /* ...and of one block */
    double registers_sm, threads_sm, blocks_sm;
    double l2_bytes, l2_gbs;     /* size; read bandwidth in 1e9 bytes per second */
    double dram_bytes, dram_gbs; /* size; read bandwidth in 1e9 bytes per second */
    double l2_written;    /* bytes that L2 writes to DRAM late, in those of reading */
    double specials;      /* instructions of threads on the special function unit */
    double outer_product; /* the share of fp32_lanes that a product of tiles gets */
    double lone_fma, dependent; /* cycles per FMA of a lone warp: gpus/h200.tsv */
    /* Operations of mma.sync and of wgmma per SM and cycle, by the kind of the factors;
       0: this GPU has none. */
    double mma[EMU_ELEMENT_KINDS], wgmma[EMU_ELEMENT_KINDS];
    double shared_latency;              /* cycles from load to use */
    double l2_latency, dram_latency;    /* cycles from load to use */
    double l2_round, dram_round;        /* cycles until a block's threads have a tile */
    double bulk_round, bulk_dram_round; /* cycles until they have one by a bulk copy */
    double bulk_l2_gbs, bulk_sm_gbs;    /* of tensor copies, by all SMs, and by one */
    double barrier, barrier_warp; /* cycles, and cycles for each warp that waits */
    double launch_us;             /* from launch to end of an empty kernel... */
    double launch_next_us;        /* ...and of each that follows without a pause */
    double compute_major, compute_minor;
};
const struct profile *emu_profile(void);

/* From now on it has so many SMs; 0: as many as in the file. */
void emu_profile_sms(unsigned sms);

#endif
