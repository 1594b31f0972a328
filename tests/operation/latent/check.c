/* A check of latent() without rules, for tests/operations.t. */
#include "check/check.h"

/* tokens, D, dc, dr, P */
static const check_shape shapes[] = {{1, 8, 8, 8, 1},
                                     {64, 64, 64, 16, 64},
                                     {37, 40, 24, 8, 100},
                                     {100, 200, 16, 32, 7},
                                     {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "16_latent",
                                  .functions = {"latent"},
                                  .shapes = shapes,
                                  .tile = {64, 64, 64, 16, 64},
                                  .technique = {64, 64, 64, 16, 64},
                                  .rules = {rules}};

CHECK(spec);
