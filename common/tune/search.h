/*
 * The record of a search: a file that gets a row for a tile and a shape as soon as it
 * is known, so that a search that was stopped goes on where it ended.
 */
#ifndef TUNE_SEARCH_H
#define TUNE_SEARCH_H

#include <stdbool.h>

#include "tune/tune.h"
#include "tune/tune_cache.h"
#include "tune/tune_tiles.h"
#include "finding/verdict.h"

enum { SEARCH_ROWS = 16000 };

/* The verdict on a right tile that the emulator would take too long to time. */
#define SEARCH_UNTIMED "UNTIMED"

struct search_row {
    struct tune_shape shape;
    struct tile tile;
    char verdict[24]; /* "right", SEARCH_UNTIMED, or the word for what went wrong */
    double ms;        /* 0 unless right */
    char note[300];   /* what bounds it, or what went wrong; "" if unknown */
};

struct search {
    const struct operation *of; /* set it before any call */
    char path[4096];
    char device[256], source[16];
    int rows;
    struct search_row row[SEARCH_ROWS];
};

/*
 * Take up the search whose record is the file at `path`, if it begins with `head`
 * (lines of provenance, each "# ...\n"); else start a new one. `device` and `source`
 * are what each row says in its first two columns. Exits with status 2 if the file
 * cannot be written.
 */
void search_open(struct search *s, const char *path, const char *head,
                 const char *device, const char *source);

/* Read what is there, whatever it is; nothing if there is none. */
void search_read(struct search *s, const char *path);

/* Append a row, to the file at once. Exits with status 2 if it cannot be written. */
void search_add(struct search *s, const struct search_row *row);

/* The row for a tile and a shape; NULL if there is none yet. */
const struct search_row *search_find(const struct search *s, const struct tile *t,
                                     const struct tune_shape *shape);

bool search_right(const struct search_row *r);

bool search_same_shape(const struct tune_shape *a, const struct tune_shape *b);

/* The first row in which this tile went wrong, on any shape; NULL if there is none. A
   tile that is wrong once does not count anywhere. */
const struct search_row *search_failure(const struct search *s, const struct tile *t);

/* The fastest so far among the candidates for a shape; of equals, the first. With tried
   == 0, there is none. */
struct cache_row search_winner(const struct search *s, const struct tiles *candidates,
                               const struct tune_shape *shape);

/* The winners of all shapes that have one, into c. */
void search_winners(const struct search *s, const struct tiles *candidates,
                    const struct tune_shape *shapes, struct cache *c);

#endif
