/* A check of fgemm() without rules, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{1, 1, 1},   {16, 16, 32},   {32, 48, 64},
                                     {17, 31, 5}, {50, 20, 1000}, {40, 24, 260},
                                     {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "19_fp8",
                                  .functions = {"fgemm"},
                                  .shapes = shapes,
                                  .tile = {16, 16, 32},
                                  .technique = {64, 64, 64},
                                  .rules = {rules}};

CHECK(spec);
