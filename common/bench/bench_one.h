/* One size of a benchmark: first checked, then timed. */
#ifndef BENCH_ONE_H
#define BENCH_ONE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench_table.h"
#include "trial/trial.h"
#include "finding/verdict.h"

struct bench_problem {
    const char *lab;
    const struct operation *of;
    int size[OPERATION_SIZES];
    uint64_t seed;
    int peers; /* runners from number 1 on have the operation's peers */
};

/* The scalars of a benchmark: the last that a check tries, so that all of the work is
   done. */
const float *bench_scalars(const struct operation *of);

/*
 * Check the kernel on the problem and, if it is right, add its times to the table:
 * on a GPU after a row for each of the operation's peers, where there is one; on the
 * emulator not at all if the size is too large to run whole and a sample of its
 * blocks makes no result, or if few blocks do all of the work and each takes too long.
 * Returns false, with the reason in *f, if the kernel is wrong: no speed for a wrong
 * kernel.
 *
 * A large result is not compared whole with a float64 reference, which would
 * take minutes on the host. Every element must be written, finite and of a
 * possible size; a thousand of each output are compared with float64; and where there
 * is a peer, all are compared with its result. See trial/compare.h.
 */
bool bench_one(const struct bench_problem *b, struct bench_table *table,
               struct finding *f);

/* What bench_one() does, for those who time several kernels on one problem. */

/* Seconds that one call may take. */
double bench_seconds(const struct problem *p);

/* Blocks of the grid that the emulator runs, 0 for all of them. */
unsigned bench_sample_blocks(const struct problem *p);

/* True if the outputs in t->result, which fn made, all of them or a sample of its
   blocks, are right: as said above, without the peer. A failure is in *f. */
bool bench_spots_right(struct trial *t, operation_function *fn, bool sampled,
                       double seconds, struct finding *f);

#endif
