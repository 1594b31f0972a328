/* One size of a benchmark: first checked, then timed. */
#ifndef BENCH_ONE_H
#define BENCH_ONE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench_table.h"
#include "trial.h"
#include "verdict.h"

struct bench_problem {
    const char *lab;
    int M, N, K;
    float alpha, beta;
    uint64_t seed;
};

/*
 * Check sgemm() on the problem and, if it is right, add its times to the table:
 * on a GPU after a row for the reference, where one is linked in; on the
 * emulator not at all if the size is too large to run whole and a sample of its
 * blocks makes no result. Returns false, with the reason in *f, if sgemm() is
 * wrong: no speed for a wrong kernel.
 *
 * A large result is not compared whole with a float64 reference, which would
 * take minutes on the host. Every element must be written, finite and of a
 * possible size; a thousand are compared with float64; and where a reference
 * kernel is linked in, all are compared with its result. See spot.h.
 */
bool bench_one(const struct bench_problem *b, struct bench_table *table,
               struct finding *f);

/* What bench_one() does, for those who time several kernels on one problem.
   `madds` is M * N * K. */

/* Seconds that one call may take. */
double bench_seconds(double madds);

/* Blocks of the grid that the emulator runs, 0 for all of them. */
unsigned bench_sample_blocks(double madds, int K);

/* Whether t->C, which fn made, all of it or a sample of its blocks, is right:
   as said above, without the reference kernel. A failure is in *f. */
bool bench_spots_right(struct trial *t, trial_sgemm *fn, bool sampled, double seconds,
                       struct finding *f);

#endif
