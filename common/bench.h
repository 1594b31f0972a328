/*
 * The benchmark: times somebody's sgemm() over a lab's sizes and writes a TSV table.
 * A lab's bench.c holds only data: a struct bench and a main() that calls bench_main().
 */
#ifndef BENCH_H
#define BENCH_H

struct bench_size {
    int M, N, K;
};

struct bench {
    const char *lab;                /* the folder's name, such as "03_smem" */
    const struct bench_size *sizes; /* ends with M == 0 */
};

/*
 * Checks, then times, every size. argv[1] is the TSV to write (replaced whole, and
 * only when every size is done); the table also goes to standard output. Times are
 * CUDA events: measured on a GPU, modelled on the emulator, and every row says which.
 * On a GPU a sgemm_reference(), where one is linked in, is timed beside it.
 * Returns the exit status: 0 done, 1 the kernel is at fault, 2 the machine or the call.
 */
int bench_main(const struct bench *spec, int argc, char **argv);

#endif
