/* Lab 09: a correct product whose blocks share what they read, and that has work for
   all SMs where C is small. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {64, 128, 16},   /* one tile */
    {1088, 256, 32}, /* 17 x 2 tiles: a group, and one of a single row of tiles */
    {65, 132, 20},   /* ragged tiles, but rows of 16-byte pieces */
    {64, 128, 460},  /* a tile that is shared by six blocks, the last with less of K */
    {64, 126, 132},  /* two parts; N alone is not a multiple of four */
    {71, 149, 101},  /* primes */
    {64, 128, 5},    /* K smaller than a tile */
    {1, 300, 275},   /* a single row */
    {8, 1040, 150},  /* few rows, more than a strip of columns */
    {9, 300, 200},   /* one row more than few */
    {1, 67600, 130}, /* so many columns that K has one part */
    {300, 1, 75},    /* a single column */
    {0},
};

static double loads_of_b(const struct check_run *x)
{
    return check_loads_of(x, "B");
}

static double derived_from_b(const struct check_run *x)
{
    return check_loads_derived(x, "B");
}

static double readers_of_b(const struct check_run *x)
{
    return check_readers_of(x, "B");
}

static const struct check_rule rules[] = {
    {"loads per element of B", loads_of_b, CHECK_AT_MOST, 1.05,
     "let one block alone load a column's elements of one part of K: C has few rows, "
     "so "
     "one block can compute all of them"},
    {"loads of B and of what comes from it", derived_from_b, CHECK_AT_MOST, 1.25,
     "copy nothing of B to other global memory; partial sums of 8 rows are few, if K "
     "has "
     "at most 64 parts"},
    {"blocks that share a column of B", readers_of_b, CHECK_AT_LEAST, 3.5,
     "cut K into equal parts, and let another block compute each: C has too few tiles "
     "for all SMs"},
    {0},
};

static const struct check spec = {
    .lab = "09_order",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {64, 128, 16},
    .technique = {8, 4096, 4096},
    .rules = {rules},
    .repeatable = {{{8, 4096, 4096}, {64, 128, 1024}}},
    .wave = {6144, 6144, 32},
    .steps = {{STEP_PLACE, STEP_SUM, STEP_SUM, STEP_LAUNCH}},
};

CHECK(spec);
