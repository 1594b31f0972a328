/*
 * One process of a search: it tries tile after tile, and ends early with one that went
 * wrong, since nothing is certain after that. The next one goes on behind it.
 */
#ifndef TUNE_SESSION_H
#define TUNE_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "trial/trial.h"
#include "tune/progress.h"
#include "tune/search.h"
#include "tune/tiles.h"
#include "tune/tune.h"

/* What the process tells its parent, in memory that they share. */
struct session_state {
    bool finished;
    struct finding finding; /* how the last session ended */
    bool trying;            /* this tile, on this shape: */
    struct tile tile;
    struct tune_shape shape;
    char device[256], source[16];
    int accepted; /* candidates that tile_valid() accepts */
    struct progress progress;
    bool told[PROGRESS_SHAPES]; /* that a shape is done */
    int processes;              /* so far */
};

struct session {
    const struct tune *spec;
    bool quick;
    const struct tune_shape *shapes; /* spec's, or its few */
    const char *record, *cache;      /* paths of both files */
    char table[256];                 /* path of tiles.tsv */
    uint64_t seed;
    struct session_state *state;
    struct search search;
    struct tiles candidates; /* all of the table */
    struct tiles tiles;      /* those to try */
    operation_function
        *whole; /* a kernel of which a sample of blocks makes no result */
};

/* Try all that is left; a supervise_work. `arg` is a struct session, whose record,
   table and so on are set. */
void session_run(void *arg, struct finding *f);

/* Write the winners so far into the cache. Returns 0, or 2 with a line on stderr. */
int session_save(struct session *s);

/* Record what came of the tile that is being tried: "right" and its time, or another
   verdict and why. */
void session_record(struct session *s, const char *verdict, double ms,
                    const char *note);

#endif
