/* Lab 03: a correct product whose operands come from shared memory. */
#include "check/check.h"

static const check_shape shapes[] = {
    {32, 32, 32},  /* one tile */
    {64, 128, 96}, /* whole tiles, three different edges */
    {65, 97, 70},  /* ragged on every edge */
    {37, 53, 101}, /* primes */
    {64, 96, 7},   /* K smaller than a tile */
    {1, 100, 75},  /* a single row */
    {100, 1, 75},  /* a single column */
    {1, 1, 1},     /* the smallest */
    {0},
};

/* Tiles of 32 x 32 load 2/32 of a word per FMA, tiles of 16 x 16 load 2/16. */
static const struct check_rule rules[] = {
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 1.0 / 8,
     "copy a tile of A and one of B into shared memory, 16 x 16 or larger"},
    {"shared words read per global word", check_shared_words_per_global, CHECK_AT_LEAST,
     2,
     "multiply from the tiles in shared memory, so that every copied word is reused"},
    {"% of C left without half of the tiles", check_percent_remains, CHECK_AT_MOST, 55,
     "compute C from the tiles: in a second call half of what was stored to shared "
     "memory became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "03_smem",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {32, 32, 32},
    .technique = {128, 256, 64},
    .rules = {rules},
    .withheld = WAY_SHARED,
    .steps = {{STEP_TILES, STEP_COPY, STEP_MULTIPLY}},
};

CHECK(spec);
