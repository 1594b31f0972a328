/* Lab 08: a correct product for every tile and every number of stages, copied
   asynchronously two tiles ahead. */
#include "check/check.h"
#include "tune/check_tiles.h"

static const check_shape shapes[] = {
    {1, 1, 1},      /* the smallest */
    {64, 128, 16},  /* one tile of the default */
    {128, 256, 96}, /* whole tiles, more along K than stages */
    {65, 132, 20},  /* ragged tiles, but rows of 16-byte pieces */
    {64, 128, 30},  /* K, and so the rows of A, not a multiple of four */
    {64, 126, 32},  /* N, and so the rows of B and C, not a multiple of four */
    {71, 149, 101}, /* primes */
    {64, 128, 5},   /* K smaller than a tile */
    {1, 300, 75},   /* a single row */
    {300, 1, 75},   /* a single column */
    {0},
};

static const struct check_rule rules[] = {
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 1.0 / 8,
     "copy a tile of A and one of B into shared memory, 16 x 16 or larger"},
    {"% of bytes by 16-byte asynchronous copies", check_percent_copied, CHECK_AT_LEAST,
     95,
     "copy both tiles by __pipeline_memcpy_async(to, from, 16), where the rows are "
     "16-byte "
     "aligned"},
    {"% of tiles read with the next two in flight", check_percent_ahead, CHECK_AT_LEAST,
     99,
     "begin to copy two more tiles, a group each, before a tile is read: with STAGES "
     "= 4, wait until at most 2 groups are in flight. A group without copies counts, "
     "too"},
    {"barriers per tile, after the first four", check_barriers_per_tile, CHECK_AT_MOST,
     1,
     "one __syncthreads() per tile is enough: it says that the next tile is there, and "
     "that the last one may be overwritten"},
    {"different words that a warp reads per FMA", check_distinct_words_per_fma,
     CHECK_AT_MOST, 0.06,
     "let each warp compute a part of C that is nearly square, such as 32 x 64"},
    {"% of C left without half of the copies", check_percent_remains, CHECK_AT_MOST, 28,
     "multiply what the asynchronous copies bring: in a second call half of it became "
     "0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "08_pipeline",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {64, 128, 16},
    .technique = {512, 512, 256},
    .traced = {384, 512, 256},
    .rules = {rules},
    .withheld = WAY_COPY_ASYNC,
    .steps = {{STEP_OTHER, STEP_COPY, STEP_COPY, STEP_COPY, STEP_COPY}},
    .stage = check_tiles,
    .pipeline = true,
};

CHECK(spec);
