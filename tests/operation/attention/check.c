/* A check of attention() without rules, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{1, 1, 64},     {2, 64, 64},      {1, 130, 128},
                                     {2, 70, 64, 1}, {1, 129, 128, 1}, {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "17_attention",
                                  .functions = {"attention"},
                                  .shapes = shapes,
                                  .tile = {1, 64, 64},
                                  .technique = {1, 64, 64},
                                  .rules = {rules}};

CHECK(spec);
