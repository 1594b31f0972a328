/* Lab 00: a correct y = a * x + y, which never leaves its arrays. */
#include "check/check.h"

static const check_shape shapes[] = {
    {256},   /* one block */
    {1024},  /* four whole blocks */
    {1000},  /* the last block is not full */
    {4099},  /* a prime */
    {1},     /* the smallest */
    {255},   /* one thread too many */
    {65536}, /* many blocks */
    {0},
};

/* Any technique passes. */
static const struct check_rule rules[] = {{0}};

static const struct check spec = {
    .lab = "00_saxpy",
    .functions = {"saxpy"},
    .shapes = shapes,
    .tile = {256},
    .technique = {4096},
    .rules = {rules},
    .steps = {STEP_PLACE, STEP_SUM, STEP_LAUNCH},
};

CHECK(spec);
