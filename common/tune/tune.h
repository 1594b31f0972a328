/*
 * The tuner: tries every tile that tile_valid() accepts, on every shape, and keeps the
 * fastest of each in a cache. A lab's tune.c holds only data: a struct tune, entered by
 * TUNE().
 */
#ifndef TUNE_H
#define TUNE_H

#include <stdbool.h>

#include "operation/operation.h"

/* The sizes of a problem, in the operation's order; a leading dimension that is 0 is
   the number of columns. */
struct tune_shape {
    int size[OPERATION_SIZES];
};

struct tune {
    const char *lab;                 /* the folder's name, such as "07_autotune" */
    const char *function;            /* the operation, such as "sgemm" */
    const struct tune_shape *shapes; /* ends with a first size of 0 */
    const struct tune_shape *few;    /* of a quick search; ends with a size of 0 */
};

/* Enter a lab's search in the program's list, which the linker keeps. */
#define TUNE(name)                                                                     \
    __attribute__((section("tunes"),                                                   \
                   used)) static const struct tune *const name##_entry = &name

/* The search of a lab, such as "07_autotune"; NULL if this program has none. */
const struct tune *tune_find(const char *lab);

/*
 * Search. With `quick` the first TILES_FEW tiles on the few shapes alone. `record` is
 * the file of the search, which is taken up if there is one of this kernel; `cache`
 * that of winners, see tune/tune_cache.h, written whenever a shape is done. The tiles
 * are those of labs/NN_name/tiles.tsv. One that does not compile, is wrong or cannot
 * run is left out, and the reason is printed. An interrupt ends the search, and what
 * was found stays. Returns the exit status: 0 done, 1 the kernel is at fault, 2 the
 * machine, the call or an interrupt.
 */
int tune_run(const struct tune *spec, bool quick, const char *record,
             const char *cache);

#endif
