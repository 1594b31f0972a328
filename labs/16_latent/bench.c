/* Lab 16: the sizes that are timed. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {8192, 2048, 512, 64, 4096},
    {65536, 2048, 512, 64, 4096},
    {0},
};

static const struct bench spec = {
    .lab = "16_latent", .function = "latent", .sizes = sizes};

BENCH(spec);
