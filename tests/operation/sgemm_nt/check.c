/* A check of sgemm_nt() without rules, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{1, 1, 1},   {16, 16, 16}, {32, 48, 16},
                                     {17, 31, 5}, {1, 40, 33},  {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "10_layout",
                                  .functions = {"sgemm_nt"},
                                  .shapes = shapes,
                                  .tile = {16, 16, 16},
                                  .technique = {64, 64, 64},
                                  .rules = {rules}};

CHECK(spec);
