/* The constants of the modelled GPU. */
#ifndef EMU_PROFILE_H
#define EMU_PROFILE_H

enum { SCHEDULERS = 4 }; /* per SM; each starts one instruction per clock */

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

#endif
