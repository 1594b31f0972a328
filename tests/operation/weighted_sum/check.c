/* A check of weighted_sum() and both backward passes, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{1, 1},   {32, 32}, {64, 32}, {33, 70},
                                     {100, 1}, {1, 77},  {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {
    .lab = "12_reduce",
    .functions = {"weighted_sum", "weighted_sum_backward",
                  "weighted_sum_backward_atomic"},
    .shapes = shapes,
    .tile = {32, 32},
    .technique = {128, 64},
    .rules = {rules},
};

CHECK(spec);
