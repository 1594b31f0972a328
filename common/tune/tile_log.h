/* What the compiler said of a tile that it refuses. */
#ifndef TUNE_TILE_LOG_H
#define TUNE_TILE_LOG_H

#include <stdbool.h>

#include "tile.h"
#include "finding/verdict.h"

/*
 * The first error in FOLDER/64_64_16_4_4.log, what tools/make/compile-tile kept of a
 * tile. Fills *f: COMPILE_ERROR, the message as what, and the place that it names.
 * Returns false if there is no error, or no log.
 */
bool tile_log_error(const char *folder, const struct tile *t, struct finding *f);

#endif
