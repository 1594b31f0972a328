/*
 * One entry of the table of tiles, see linked.h. Compiled once a tile, with the same
 * -DBM=... as the kernel, and joined with that into one object whose names are all its
 * own: so sgemm() here is that kernel's.
 */
#include "tune/linked.h"

#include "sgemm.h"

static struct tune_entry entry = {{BM, BN, BK, TM, TN}, sgemm};

__attribute__((section("tune_tiles"), used)) static struct tune_entry *row = &entry;
