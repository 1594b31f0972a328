/* Lab 12: the sizes that are timed. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {4096, 1024}, {8192, 1024}, {16384, 1024}, {32768, 1024}, {65536, 1024}, {0},
};

static const struct bench spec = {.lab = "12_reduce",
                                  .functions = {"weighted_sum", "weighted_sum_backward",
                                                "weighted_sum_backward_atomic"},
                                  .sizes = sizes};

BENCH(spec);
