/* Lab 02: a correct product whose warps read and write few sectors. */
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

/* Lab 01 has 16.5 sectors per load request, and stores 8 for each sector of C; lab 02
   has 2.5 and 1. Blocks of one thread have few sectors per request as well, but load 2
   per FMA; a warp of 32 neighbours loads 5 for 32 FMAs. */
static const struct check_rule rules[] = {
    {"sectors per load request", check_sectors_per_load, CHECK_AT_MOST, 4.5,
     "let threadIdx.x select the column, so that a warp reads neighbours in a row of "
     "B; make access02 draws what it reads"},
    {"sectors stored per sector of C", check_sectors_per_result, CHECK_AT_MOST, 1.2,
     "let threadIdx.x select the column, so that a warp writes neighbours in a row of "
     "C; make access02 draws what it writes"},
    {"sectors loaded per FMA", check_sectors_per_fma, CHECK_AT_MOST, 0.2,
     "let each warp request whole sectors: give a block at least 32 threads, x along a "
     "row, and load nothing that the sums do not need"},
    {0},
};

static const struct check spec = {
    .lab = "02_coalesce",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {32, 32, 32},
    .technique = {128, 256, 64},
    .rules = {rules},
    .steps = {{STEP_PLACE, STEP_SUM}},
};

CHECK(spec);
