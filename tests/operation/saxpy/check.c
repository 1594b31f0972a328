/* A check of saxpy() without rules, for tests/operations.t. */
#include "check/check.h"

static const check_shape shapes[] = {{256}, {1}, {1000}, {4097}, {0}};
static const struct check_rule rules[] = {{0}};
static const struct check spec = {.lab = "00_saxpy",
                                  .functions = {"saxpy"},
                                  .shapes = shapes,
                                  .tile = {256},
                                  .technique = {4096},
                                  .rules = {rules}};

CHECK(spec);
