/* Lab 05: a correct product whose threads compute small matrices in registers. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {128, 128, 8},   /* one tile */
    {128, 384, 48},  /* whole tiles, three different edges */
    {257, 131, 43},  /* ragged on every edge */
    {139, 149, 101}, /* primes */
    {128, 256, 5},   /* K smaller than a tile */
    {1, 300, 75},    /* a single row */
    {300, 1, 75},    /* a single column */
    {0},
};

/* A thread with TM x TN results reads TM + TN words for TM * TN FMAs: a
   quarter of a word each for 8 x 8, a half for 4 x 4. A column of 8 results
   takes 1.125. */
static const struct check_rule rules[] = {
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 1.0 / 8,
     "copy a tile of A and one of B into shared memory, 16 x 16 or larger"},
    {"shared words read per global word", check_shared_words_per_global, CHECK_AT_LEAST,
     2,
     "multiply from the tiles in shared memory, so that every copied word is reused"},
    {"shared words read per FMA", check_shared_words_per_fma, CHECK_AT_MOST, 0.6,
     "let each thread read TM words of As and TN of Bs into registers, and multiply "
     "each with each"},
    {"% of C left without half of the tiles", check_percent_remains, CHECK_AT_MOST, 55,
     "compute C from the tiles: in a second call half of what was stored to shared "
     "memory became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "05_tile2d",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {128, 128, 8},
    .technique = {256, 512, 64},
    .rules = {rules},
    .withheld = WAY_SHARED,
    .steps = {{STEP_TILES, STEP_COPY, STEP_MULTIPLY}},
};

CHECK(spec);
