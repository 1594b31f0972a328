/* Lab 08: a correct product for every tile and every number of stages, copied
   asynchronously two tiles ahead. */
#include "check/check.h"
#include "tune/check_tiles.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {64, 128, 16},   /* one tile of the default */
    {128, 256, 96},  /* whole tiles, more along K than stages */
    {65, 132, 20},   /* ragged tiles, but rows of 16-byte pieces */
    {64, 128, 30},   /* K, and so the rows of A, not a multiple of four */
    {64, 126, 32},   /* N, and so the rows of B and C, not a multiple of four */
    {71, 149, 101},  /* primes */
    {64, 128, 5},    /* K smaller than a tile */
    {1, 300, 75},    /* a single row */
    {300, 1, 75},    /* a single column */
    {0},
};

static const struct check_rule rules[] = {
    {0},
};

static const struct check spec = {
    .lab = "08_pipeline",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {64, 128, 16},
    .technique = {1024, 1024, 256},
    .rules = {rules},
    .steps = {STEP_OTHER, STEP_COPY, STEP_COPY, STEP_MULTIPLY, STEP_LAUNCH},
    .stage = check_tiles,
};

CHECK(spec);
