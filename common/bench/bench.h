/*
 * The benchmark: times a kernel's function over a lab's sizes and writes a TSV table.
 * A lab's bench.c holds only data: a struct bench, entered by BENCH().
 */
#ifndef BENCH_H
#define BENCH_H

#include "operation/operation.h"

/* The sizes of one problem, in the operation's order. A leading dimension that is 0 is
   the number of columns. */
typedef int bench_size[OPERATION_SIZES];

enum { BENCH_FUNCTIONS = 4 };

struct bench {
    const char *lab; /* the folder's name, such as "03_smem" */
    union {
        const char *function;                       /* the operation: "sgemm"... */
        const char *functions[BENCH_FUNCTIONS + 1]; /* ...or several, all of the same
                                                       sizes; NULL ends */
    };
    const bench_size *sizes;    /* ends with a first size of 0 */
    const bench_size *emulated; /* those that the emulator runs, where `sizes` take it
                                   too long; NULL: the same */
    int modelled; /* the emulator runs only so many of the functions, the first ones,
                     since the others take too long; 0: all */
};

/* Enter a lab's benchmark in the program's list, which the linker keeps. */
#define BENCH(name)                                                                    \
    __attribute__((section("benches"),                                                 \
                   used)) static const struct bench *const name##_entry = &name

/* The benchmark of a lab, such as "03_smem"; NULL if this program has none. */
const struct bench *bench_find(const char *lab);

/*
 * Checks, then times, every size with every function; if `one`, each function with one
 * size alone, which takes the emulator about half a second. `path` is the TSV to write
 * (replaced whole, and only when every size is done); the table also goes to standard
 * output. Times are CUDA events: measured on a GPU, modelled on the emulator, and every
 * row says which. If the folder `peers`, which may be NULL, has runners that are named
 * for an operation, such as build/gpu/peer/sgemm, these libraries are timed in turn
 * with the kernel. Returns the exit status: 0 done, 1 the kernel is at fault, 2 the
 * machine or the call.
 */
int bench_run(const struct bench *spec, bool one, const char *path, const char *peers);

#endif
