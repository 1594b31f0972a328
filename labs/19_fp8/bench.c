/* Lab 19: the sizes that are timed. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {2048, 2048, 2048},
    {4096, 4096, 4096},
    {8192, 8192, 8192},
    {0},
};

static const struct bench spec = {.lab = "19_fp8", .function = "fgemm", .sizes = sizes};

BENCH(spec);
