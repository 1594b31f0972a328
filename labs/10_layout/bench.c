/* Lab 10: the sizes that are timed. Every leading dimension is the number of columns.
 */
#include "bench/bench.h"

static const bench_size sizes[] = {
    {256, 256, 256},    {512, 512, 512},    {1024, 1024, 1024},
    {2048, 2048, 2048}, {4096, 4096, 4096}, {0},
};

static const struct bench spec = {
    .lab = "10_layout", .function = "sgemm_nt", .sizes = sizes};

BENCH(spec);
