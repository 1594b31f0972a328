/* A benchmark's table: rows of times and where they come from, as a TSV file. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "bench/timing.h"

enum { BENCH_ROWS = 128 }; /* two per size and function */

struct bench_row {
    const char *lab; /* "03_smem", or the name of the peer, "cuBLAS" */
    const struct operation *of;
    int size[OPERATION_SIZES];
    struct work work; /* of one call */
    struct timing time;
    double pct_peer;          /* of the peer's speed; NaN if there is none */
    char bottleneck[128];     /* in words, "" if unknown */
    char made_of[PROBE_TIME]; /* of what its time is: probe_time() */
};

struct bench_table {
    int rows;
    struct bench_row row[BENCH_ROWS];
};

/* Billions of operations per second, in the median time. */
double bench_gflops(const struct bench_row *r);

/*
 * Write the table to `path`, whole or not at all, through a temporary file beside it.
 * Lines that begin with # say where the numbers come from: `notes` (whole lines, each
 * ending in \n), the device, the software, and from the environment BENCH_COMPILER,
 * BENCH_FLAGS and BENCH_COMMIT.
 * Returns 0, or 2 with a line on stderr if the file cannot be written.
 */
int bench_table_write(const struct bench_table *t, const char *path, const char *notes);

#endif
