/* Lab 00: the sizes that are timed. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {1 << 12}, {1 << 15}, {1 << 18}, {1 << 21}, {1 << 24}, {0},
};

static const struct bench spec = {
    .lab = "00_saxpy", .function = "saxpy", .sizes = sizes};

BENCH(spec);
