/* Lab 11: the sizes that are timed: squares, then layers. */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {256, 256, 256},   {512, 512, 512},   {1024, 1024, 1024}, {2048, 2048, 2048},
    {2048, 3072, 768}, {8192, 8192, 512}, {8192, 8192, 64},   {0},
};

static const struct bench spec = {
    .lab = "11_epilogue",
    .functions = {"gemm_bias_relu", "gemm_bias_relu_backward"},
    .sizes = sizes,
    .modelled = 1};

BENCH(spec);
