/* One tile: is the kernel right, compiled for it? */
#ifndef TUNE_TRY_H
#define TUNE_TRY_H

#include <stdbool.h>
#include <stdint.h>

#include "tile.h"
#include "operation/operation.h"
#include "finding/verdict.h"

/* Compare every element of a few products whose shapes put this tile to the test: whole
   tiles, and ragged ones with and without rows of 16-byte pieces. Returns false, with
   the reason in *f, if one is wrong; then every open trial is lost: only end the
   process. */
bool try_right(const struct tile *tile, const struct operation *of,
               operation_function *fn, uint64_t seed, struct finding *f);

/* Add to *f which tile it is about. */
void try_name(const struct tile *tile, struct finding *f);

#endif
