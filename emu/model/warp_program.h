/* The program of a warp, of what its launch counted. */
#ifndef EMU_WARP_PROGRAM_H
#define EMU_WARP_PROGRAM_H

#include <stdbool.h>

#include "model.h"
#include "pace.h"

/* The program of a warp: nvcc's, or an estimate of it, which has no matrix
   instructions. False if there is neither. Its instructions are for free(). */
bool emu_program_of(const struct launched *l, double blocks, double from_dram,
                    struct program *to);

/* What a program takes of the units, for a block. */
void emu_use_of_program(struct block *b, const struct program *p);

/* Cycles of a tile's loads: those of L2, or of DRAM for the share from there. */
double emu_load_latency(double from_dram);

#endif
