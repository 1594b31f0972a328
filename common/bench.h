/*
 * The benchmark: times a kernel's function over a lab's sizes and writes a TSV table.
 * A lab's bench.c holds only data: a struct bench and a main() that calls bench_main().
 */
#ifndef BENCH_H
#define BENCH_H

#include "operation/operation.h"

/* The sizes of one problem, in the operation's order. A leading dimension that is 0 is
   the number of columns. */
typedef int bench_size[OPERATION_SIZES];

struct bench {
    const char *lab;         /* the folder's name, such as "03_smem" */
    const char *function;    /* the operation: "sgemm" */
    const bench_size *sizes; /* ends with a first size of 0 */
};

/*
 * Checks, then times, every size. argv[1] is the TSV to write (replaced whole, and
 * only when every size is done); the table also goes to standard output. Times are
 * CUDA events: measured on a GPU, modelled on the emulator, and every row says which.
 * On a GPU the operation's peer, where it is linked in, is timed beside it.
 * Returns the exit status: 0 done, 1 the kernel is at fault, 2 the machine or the call.
 */
int bench_main(const struct bench *spec, int argc, char **argv);

#endif
