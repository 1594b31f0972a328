/* How many blocks of a launch an SM has at a time, and how long the launch takes. */
#ifndef EMU_MODEL_H
#define EMU_MODEL_H

#include <stdint.h>

#include "probe.h"

/* occupancy.c: how many blocks of so many threads, with so much shared memory and stack
   each (0: not known), an SM has at a time. */
void emu_occupancy(struct occupancy *o, uint32_t threads, uint64_t shared_bytes,
                   uint64_t stack_bytes);
/* Bytes that are L1's, not shared memory's, on an SM that has such blocks. */
uint64_t emu_l1_bytes(const struct occupancy *o);
/* Bytes of L1 that each of the blocks which an SM has at a time could call its own, of
   eight blocks or more. */
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
