/* A check of gemm_bias_relu() and its backward pass, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{32, 32, 16}, {1, 1, 1},   {33, 70, 20},
                                     {1, 77, 5},   {100, 1, 3}, {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {
    .lab = "11_layer",
    .functions = {"gemm_bias_relu", "gemm_bias_relu_backward"},
    .shapes = shapes,
    .tile = {32, 32, 16},
    .technique = {64, 64, 16},
    .rules = {rules},
};

CHECK(spec);
