/* Lab 15: the sizes that are timed; one has few rows of A. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {512, 512, 512},
    {1024, 1024, 1024},
    {2048, 2048, 2048},
    {4096, 4096, 4096},
    {8192, 8192, 8192},
    {8, 4096, 4096},
    {0},
};

static const struct bench spec = {
    .lab = "15_persistent", .function = "bgemm", .sizes = sizes};

BENCH(spec);
