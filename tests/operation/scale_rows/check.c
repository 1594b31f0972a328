/* A check of scale_rows(), for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{1, 1}, {16, 32}, {33, 17}, {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "99_scale",
                                  .functions = {"scale_rows"},
                                  .shapes = shapes,
                                  .tile = {16, 16},
                                  .technique = {64, 64},
                                  .rules = {rules}};

CHECK(spec);
