/* Lab 04: a correct product that uses each word from shared memory several times. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1, 1},      /* the smallest */
    {64, 64, 8},    /* one tile */
    {128, 192, 80}, /* whole tiles, three different edges */
    {130, 97, 70},  /* ragged on every edge */
    {67, 149, 101}, /* primes */
    {64, 128, 5},   /* K smaller than a tile */
    {1, 200, 75},   /* a single row */
    {200, 1, 75},   /* a single column */
    {0},
};

/* A thread with TM results reads TM words of A and one of B for TM FMAs: 1.125
   words each for TM = 8, 1.25 for TM = 4. With one result per thread it is 2. */
static const struct check_rule rules[] = {
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 1.0 / 8,
     "copy a tile of A and one of B into shared memory, 16 x 16 or larger"},
    {"shared words read per global word", check_shared_words_per_global, CHECK_AT_LEAST,
     2,
     "multiply from the tiles in shared memory, so that every copied word is reused"},
    {"shared words read per FMA", check_shared_words_per_fma, CHECK_AT_MOST, 1.4,
     "let each thread keep TM sums, and use an element of Bs for all of them"},
    {"% of C left without half of the tiles", check_percent_remains, CHECK_AT_MOST, 55,
     "compute C from the tiles: in a second call half of what was stored to shared "
     "memory became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "04_tile1d",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {64, 64, 8},
    .technique = {128, 256, 64},
    .rules = {rules},
    .withheld = WAY_SHARED,
    .steps = {{STEP_TILES, STEP_COPY, STEP_MULTIPLY}},
};

CHECK(spec);
