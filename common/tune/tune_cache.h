/* The tuner's cache: the fastest tile for each GPU and shape that was searched, a file;
   and what its rows have in common with those of a search's record (search.h). */
#ifndef TUNE_CACHE_H
#define TUNE_CACHE_H

#include <stdio.h>

#include "operation/operation.h"
#include "table.h"
#include "tile.h"

enum { CACHE_ROWS = 256 };

struct cache_row {
    char device[256]; /* as cudaGetDeviceProperties() names it */
    char source[16];  /* "measured" or "modelled" */
    int size[OPERATION_SIZES];
    struct tile tile;
    double ms;
    int tried; /* tiles that were right on this shape, of which this one is the
                  fastest */
};

struct cache {
    const struct operation *of;
    int rows;
    struct cache_row row[CACHE_ROWS];
};

/* Read a cache of this operation. A file that is not there, or rows that make no sense,
 * are no rows. */
void cache_read(struct cache *c, const struct operation *of, const char *path);

/*
 * Replace the file at `path`, whole or not at all, by `head` (lines of provenance, each
 * "# ...\n"), the rows of c, and the rows for other devices that the file had.
 * Returns 0, or 2 with a line on stderr if it cannot be written.
 */
int cache_write(const struct cache *c, const char *path, const char *head);

/* The row for this device whose shape lies nearest: the sum of the squares of
   log2(M/m) and so on, over the sizes that are no leading dimensions, is the least; of
   equals, the first. NULL if there is none. */
const struct cache_row *cache_nearest(const struct cache *c, const char *device,
                                      const int size[]);

/* How the rows of both files begin: device, source, problem, tile. */
#define CACHE_COLUMNS "device\tsource\tsizes\tBM\tBN\tBK\tTM\tTN\tSTAGES"
void cache_print_place(FILE *out, const struct operation *of, const char *device,
                       const char *source, const int size[], const struct tile *t);
/* Read problem and tile from the table's row; false if there are none. */
bool cache_read_place(const struct emu_table *row, const struct operation *of,
                      int size[], struct tile *t);

/* Billions of operations per second on a problem of these sizes in `ms`. */
double cache_gflops(const struct operation *of, const int size[], double ms);

#endif
