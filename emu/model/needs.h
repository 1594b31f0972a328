/* What a launch needs of DRAM, and one of its blocks of an SM, by the counters. */
#ifndef EMU_NEEDS_H
#define EMU_NEEDS_H

#include <stdbool.h>

#include "model.h"
#include "pace.h"

/* Bytes from and to DRAM. *share is the part of the waves' data that is not in L2 yet.
 */
double emu_bytes_of_dram(const struct launched *l, double blocks, double *share);

/* True if bulk copies bring most of what is loaded. */
bool emu_by_bulk(const struct counters *c);

/* The needs of a block, if the part `from_dram` of what it loads is not in L2 yet. */
struct block emu_needs_of_block(const struct launched *l, double blocks,
                                double from_dram);

#endif
