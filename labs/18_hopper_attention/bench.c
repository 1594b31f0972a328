/* Lab 18: the sizes that are timed. */
#include "bench/bench.h"

/* heads, N, d, causal: as many rows of Q in each. */
static const bench_size sizes[] = {
    {64, 2048, 128, 0}, {32, 4096, 128, 0}, {16, 8192, 128, 0},
    {16, 8192, 128, 1}, {16, 8192, 64, 0},  {0},
};

/* Each block of the others takes the emulator seconds. */
static const bench_size emulated[] = {
    {64, 2048, 128, 0},
    {64, 2048, 128, 1},
    {64, 2048, 64, 0},
    {0},
};

static const struct bench spec = {.lab = "18_hopper_attention",
                                  .function = "attention",
                                  .sizes = sizes,
                                  .emulated = emulated};

BENCH(spec);
