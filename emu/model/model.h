/* The number of blocks that an SM holds at one time, and the time of a launch. */
#ifndef EMU_MODEL_H
#define EMU_MODEL_H

#include <stdint.h>

#include "probe.h"
#include "program.h"

/* occupancy.c: the number of blocks that an SM holds at one time, if each has so many
   threads, and so much shared memory and stack (stack 0: not known). */
void emu_occupancy(struct occupancy *o, uint32_t threads, uint64_t shared_bytes,
                   uint64_t stack_bytes);
/* Bytes of L1 that such blocks leave on an SM: its memory less their shared memory. */
uint64_t emu_l1_bytes(const struct occupancy *o);
/* Bytes of L1 per block of an SM, computed for at least eight blocks. */
uint64_t emu_l1_share(uint64_t blocks, uint32_t threads, uint64_t shared_bytes);

/* model.c: the model's input for a launch, and its result. */
struct launched {
    const struct counters *counters; /* of all blocks */
    const char *kernel;              /* its name, which lasts */
    uint32_t threads;                /* per block */
    uint32_t columns;                /* of the grid, in blocks */
    struct occupancy occupancy;
    struct loop loop;      /* of a warp */
    bool next;             /* it follows another launch of its call */
    double flops;          /* 0: not known */
    double argument_bytes; /* of the arrays among the kernel's arguments */
    double l2_written; /* bytes in L2 that were written before, and are not in DRAM */
};
struct modelled {
    double seconds;
    double dram_bytes;     /* between DRAM and L2 */
    double written_back;   /* of l2_written, to make room for what is read; not among
                              dram_bytes, since they are not the kernel's */
    char bottleneck[96];   /* what limits the launch, as text */
    char time[PROBE_TIME]; /* probe_time() */
};
struct modelled emu_model(const struct launched *l);
/* Of that, only dram_bytes. */
double emu_model_dram_bytes(const struct launched *l);
/* Cycles of an SM that the arithmetic takes: FMAs of a product of tiles, and matrix
   instructions. */
double emu_arithmetic(const struct counters *c, double flops);

#endif
