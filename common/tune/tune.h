/*
 * The tuner: tries every tile that tile_valid() accepts, on every shape, and keeps the
 * fastest of each in a cache. A lab's tune.c holds only data: a struct tune and a
 * main() that calls tune_main().
 */
#ifndef TUNE_H
#define TUNE_H

/* A problem of a product: sizes named otherwise, as leading dimensions, are 0. */
struct tune_shape {
    int M, N, K;
};

struct tune {
    const char *lab;      /* the folder's name, such as "07_autotune" */
    const char *function; /* an operation with sizes M, N and K, such as "sgemm" */
    const struct tune_shape *shapes; /* ends with M == 0 */
    const struct tune_shape *few;    /* those of a quick search; likewise */
};

/*
 * argv[1] is "tune", or "quick" for the first TILES_FEW tiles on the few shapes alone;
 * argv[2] the record of the search, which is taken up if there is one of this kernel;
 * argv[3] the cache of winners, see tune/cache.h, written whenever a shape is done. The
 * tiles are those of labs/NN_name/tiles.tsv. One that does not compile, is wrong or
 * cannot run is left out, and its reason is told. An interrupt ends the search, and
 * what was found stays. Returns the exit status: 0 done, 1 the kernel is at fault, 2
 * the machine, the call or an interrupt.
 */
int tune_main(const struct tune *spec, int argc, char **argv);

#endif
