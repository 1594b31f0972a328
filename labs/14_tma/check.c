/* Lab 14: a correct product of bfloat16 whose operands are tiles that the copy engine
   loads, and that wgmma multiplies. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {128, 256, 64},  /* one tile */
    {256, 512, 384}, /* whole tiles, more along K than stages */
    {256, 512, 256}, /* likewise, and as many tiles along K as stages */
    {136, 264, 72},  /* ragged tiles, but whole pieces of 16 bytes */
    {149, 271, 101}, /* primes */
    {128, 256, 37},  /* K smaller than a tile */
    {67, 130, 1},    /* one product per sum */
    {1, 300, 75},    /* a single row */
    {300, 1, 75},    /* a single column */
    {64, 24, 1000},  /* many tiles along K: each stage is used four times */
    {0},
};

/* On whole tiles there are no zeros to multiply, and all that is loaded are operands.
 */
static const struct check_rule rules[] = {
    {"% of bytes loaded by tensor copies", check_percent_by_tensor, CHECK_AT_LEAST, 95,
     "let one thread copy whole tiles of A and of B: cp.async.bulk.tensor with a "
     "tensor "
     "map of each"},
    {"wgmma operations / 2 M N K", check_wgmma_per_product, CHECK_AT_LEAST, 0.95,
     "multiply by wgmma: each instruction adds 64 x 16 of A times 16 x N of B' to the "
     "sums of a warpgroup"},
    {"% of C left without half of TMA, wgmma", check_percent_remains, CHECK_AT_MOST,
     13.8,
     "let wgmma multiply what the tensor copies bring, and store its sums: in a second "
     "call half of both became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "14_tma",
    .functions = {"bgemm"},
    .shapes = shapes,
    .tile = {128, 256, 64},
    .technique = {256, 512, 512},
    .traced = {384, 512, 1013},
    .rules = {rules},
    .withheld = WAY_TENSOR_COPY | WAY_WGMMA,
    .steps = {{STEP_COPY, STEP_MULTIPLY, STEP_COPY, STEP_OTHER, STEP_MULTIPLY,
               STEP_COPY}},
};

CHECK(spec);
