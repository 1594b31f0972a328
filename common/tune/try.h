/* One tile: is the kernel right, compiled for it, and how long does it take? */
#ifndef TUNE_TRY_H
#define TUNE_TRY_H

#include <stdbool.h>
#include <stdint.h>

#include "tile.h"
#include "trial/trial.h"

/* Compare every element of a few products whose shapes put this tile to the test: whole
   tiles, and ragged ones with and without rows of 16-byte pieces. Returns false, with
   the reason in *f, if one is wrong; then every open trial is lost: only end the
   process. */
bool try_right(const struct tile *tile, const struct operation *of,
               operation_function *fn, uint64_t seed, struct finding *f);

struct try_time {
    double ms;
    char bottleneck[128]; /* in words, "" if unknown */
};

/*
 * Check fn on the trial's problem as bench_one() does, and time it: on a GPU by
 * timing_take(), on the emulator by a sample of its blocks. Returns false, with the
 * reason in *f, if fn is wrong; then do nothing more with the trial but close it.
 */
bool try_time(struct trial *t, operation_function *fn, struct try_time *time,
              struct finding *f);

/* Add to *f which tile it is about. */
void try_name(const struct tile *tile, struct finding *f);

#endif
