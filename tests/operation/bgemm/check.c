/* A check of bgemm() without rules, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{1, 1, 1},     {16, 8, 16}, {32, 48, 64},
                                     {17, 31, 5},   {1, 40, 33}, {50, 20, 1000},
                                     {40, 24, 260}, {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "13_tensor",
                                  .functions = {"bgemm"},
                                  .shapes = shapes,
                                  .tile = {16, 8, 16},
                                  .technique = {64, 64, 64},
                                  .rules = {rules}};

CHECK(spec);
