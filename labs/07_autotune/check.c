/* Lab 07: a correct product for every tile, the best of which beats the default. */
#include "check/check.h"
#include "tune/check_tiles.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {64, 64, 16},    /* one tile of the default */
    {128, 384, 48},  /* whole tiles, three different edges */
    {129, 260, 20},  /* ragged tiles, but rows of 16-byte pieces */
    {128, 128, 30},  /* K, and so the rows of A, not a multiple of four */
    {128, 126, 32},  /* N, and so the rows of B and C, not a multiple of four */
    {139, 149, 101}, /* primes */
    {128, 256, 5},   /* K smaller than a tile */
    {1, 300, 75},    /* a single row */
    {300, 1, 75},    /* a single column */
    {0},
};

/* The rules are about tiles: see common/tune/check_tiles.h. */
static const struct check_rule rules[] = {{0}};

static const struct check spec = {
    .lab = "07_autotune",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {64, 64, 16},
    .technique = {1024, 1024, 256},
    .rules = {rules},
    .steps = {{STEP_OTHER, STEP_LOAD, STEP_COPY, STEP_MULTIPLY, STEP_LAUNCH}},
    .stage = check_tiles,
};

CHECK(spec);
