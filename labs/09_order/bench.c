/* Lab 09: the sizes that are timed. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {256, 256, 256},    {512, 512, 512},
    {1024, 1024, 1024}, {2048, 2048, 2048},
    {4096, 4096, 4096}, {8192, 8192, 8192},
    {8, 4096, 4096},    {64, 4096, 4096},
    {2048, 3072, 768},  {0},
};

static const struct bench spec = {
    .lab = "09_order", .function = "sgemm", .sizes = sizes};

BENCH(spec);
