/* The stage of a check that is about tiles. */
#ifndef TUNE_CHECK_TILES_H
#define TUNE_CHECK_TILES_H

#include "check/check.h"

/*
 * Try the first TILES_FEW tiles of labs/NN_name/tiles.tsv that tile_valid() accepts,
 * and those named in TILES in the environment, such as "64_64_16_4_4 8_128_32_4_4",
 * that it accepts as well: each must compile, run and be right. On the emulator,
 * moreover, there must be eight of them, with three different grids, and the fastest
 * must beat the default and the slowest one, at the shape spec->technique or at one a
 * sixteenth as large.
 *
 * The shapes need no tiles. Before the tiles, TILED in the environment, a shell
 * command, compiles them and prints the command that starts a runner with them, as
 * RUNNER is one (rpc/rpc.h). Without it, the runner that is there has them. Exits with
 * status 2 if it fails.
 */
check_stage check_tiles;

#endif
