/* Lab 01: any correct product will do; there is no rule of technique. */
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

static const struct check_rule rules[] = {
    {0},
};

static const struct check spec = {
    .lab = "01_naive",
    .functions = {"sgemm"},
    .shapes = shapes,
    .tile = {32, 32, 32},
    .technique = {128, 256, 64},
    .rules = {rules},
    .steps = {{STEP_PLACE, STEP_SUM}},
};

CHECK(spec);
