/* Lab 06: a correct product with wide accesses and without bank conflicts. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {128, 128, 8},   /* one tile */
    {128, 384, 48},  /* whole tiles, three different edges */
    {129, 260, 20},  /* ragged tiles, but rows of 16-byte pieces */
    {128, 128, 30},  /* K, and so the rows of A, not a multiple of four */
    {128, 126, 32},  /* N, and so the rows of B and C, not a multiple of four */
    {257, 131, 43},  /* ragged on every edge */
    {139, 149, 101}, /* primes */
    {128, 256, 5},   /* K smaller than a tile */
    {1, 300, 75},    /* a single row */
    {300, 1, 75},    /* a single column */
    {0},
};

/*
 * Without bank conflicts a warp needs at most one wavefront per 128 bytes: fewer where
 * lanes read the same word. The limit for loads is 1.1, since some warps are not full.
 * Lab 05's order of Bs needs 1.25.
 *
 * A tile is stored once and read often, so the limit for stores is larger. They need 1
 * without conflicts, 1.5 if one tile has 2-way conflicts, and 2.5 if it has 4-way ones.
 */
static const struct check_rule rules[] = {
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 1.0 / 8,
     "copy a tile of A and one of B into shared memory, 16 x 16 or larger"},
    {"shared words read per global word", check_shared_words_per_global, CHECK_AT_LEAST,
     2,
     "multiply from the tiles in shared memory, so that every copied word is reused"},
    {"shared words read per FMA", check_shared_words_per_fma, CHECK_AT_MOST, 0.6,
     "let each thread read TM words of As and TN of Bs into registers, and multiply "
     "each with each"},
    {"% of global bytes in 16-byte accesses", check_percent_in_16, CHECK_AT_LEAST, 95,
     "load A and B, and store C, as float4 wherever rows are 16-byte aligned"},
    {"shared wavefronts per 128 bytes loaded", check_wavefronts_per_load, CHECK_AT_MOST,
     1.1,
     "let neighbouring lanes read neighbouring float4 of Bs: those of one thread are "
     "4 * BN / TN columns apart; make banks06 draws the worst line"},
    {"shared wavefronts per 128 bytes stored", check_wavefronts_per_store,
     CHECK_AT_MOST, 2,
     "pad the rows of As, so that one store of a warp uses different banks; "
     "make banks06 LINE=n draws the one on line n"},
    {"% of C left without half of the tiles", check_percent_remains, CHECK_AT_MOST, 55,
     "compute C from the tiles: in a second call half of what was stored to shared "
     "memory became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "06_vector",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {128, 128, 8},
    .technique = {256, 512, 64},
    .rules = {rules},
    .withheld = WAY_SHARED,
    .steps = {{STEP_OTHER, STEP_TILES, STEP_COPY, STEP_MULTIPLY}},
};

CHECK(spec);
