/*
 * One process of a search: it tries tile after tile, and ends early with one that went
 * wrong, since nothing is certain after that. The next one goes on behind it. And what
 * a search prints (tune_report.c).
 */
#ifndef TUNE_SESSION_H
#define TUNE_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "trial/trial.h"
#include "tune/progress.h"
#include "tune/search.h"
#include "tune/tune_tiles.h"
#include "tune/tune.h"

/* In memory that all processes of the search share: what one leaves, the next finds. */
struct session {
    const struct tune *spec;
    bool quick;
    const struct tune_shape *shapes; /* spec's, or its few */
    const char *record, *cache;      /* paths of both files */
    char table[256];                 /* that of tiles.tsv */
    uint64_t seed;
    char head[1024];         /* what both files begin with */
    struct search search;    /* the record; it is taken up if it begins so already */
    struct tiles candidates; /* all of the table */
    struct tiles tiles;      /* those to try */
    int accepted;            /* candidates that tile_valid() accepts */
    bool trying;             /* this tile, on this shape: */
    struct tile tile;
    struct tune_shape shape;
    operation_function
        *whole; /* a kernel of which a sample of blocks makes no result */
    struct progress progress;
    bool told[PROGRESS_SHAPES]; /* that a shape is done */
    int processes, recorded;    /* so far, by this search */
    bool finished;
    struct finding finding; /* how the last process ended */
};

/* Try all that is left; a supervise_work. `arg` is a struct session, with all that
   tune.c sets. */
void session_run(void *arg, struct finding *f);

/* Record what came of the tile that is being tried: "right" and its time, or another
   verdict and why. */
void session_record(struct session *s, const char *verdict, double ms,
                    const char *note);

/* Print how many candidates there are, and how much of the search is done already. */
void report_begin(const struct session *s);

/* One shape is done: its winner, and the seconds that the search will still take. */
void report_shape(const struct session *s, const struct tune_shape *shape, double left);

/* The search was interrupted. */
void report_stopped(const struct session *s);

/* The winner of each shape, the ten fastest at the last one, and what became of the
   others. Returns the exit status: 0, or 1 if no tile came through. */
int report_end(const struct session *s);

#endif
