/* Lab 19: a product of E4M3 by wgmma, whose sums are promoted to FP32 in time. */
#include "check/check.h"

/* The GPU of this check has 8 SMs, so that these sizes have many tiles for each. */
static const check_shape shapes[] = {
    {1, 1, 1},        /* the smallest */
    {128, 256, 128},  /* one tile */
    {256, 512, 640},  /* whole tiles, more along K than stages */
    {640, 1024, 128}, /* more tiles than SMs */
    {136, 264, 144},  /* ragged tiles, but whole pieces of 16 bytes */
    {149, 271, 201},  /* primes, almost */
    {128, 256, 37},   /* K smaller than a tile */
    {67, 130, 1},     /* one product per sum */
    {1, 300, 75},     /* a single row */
    {300, 1, 75},     /* a single column */
    {64, 24, 2000},   /* many tiles along K: each stage is used again */
    {520, 1000, 136}, /* ragged, two tiles per block */
    {0},
};

/* More tiles than a GPU of 132 SMs runs at a time. */
static const check_shape large[] = {
    {2000, 2600, 136},
    {0},
};

static const struct check_rule rules[] = {
    {"% of bytes loaded by tensor copies", check_percent_by_tensor, CHECK_AT_LEAST, 95,
     "let one thread copy whole tiles of A and of B: cp.async.bulk.tensor with a "
     "tensor map of each"},
    {"wgmma operations of E4M3 / 2 M N K", check_wgmma_e4m3, CHECK_AT_LEAST, 0.95,
     "multiply by wgmma of E4M3: each instruction takes 32 of K, and it needs no "
     "conversion"},
    {"% of them in sums of more than 128 products", check_percent_unpromoted,
     CHECK_AT_MOST, 0,
     "begin new sums for each tile, without those of before, and add them to FP32 sums "
     "when they are complete"},
    {"% of copying warps that multiply", check_percent_of_both, CHECK_AT_MOST, 0,
     "let a warpgroup of its own begin the copies: two mbarriers per stage order it "
     "with those that multiply"},
    {"% of C left without half of TMA, wgmma", check_percent_remains, CHECK_AT_MOST,
     13.8,
     "let wgmma multiply what the tensor copies bring, and store its sums: in a second "
     "call half of both became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "19_fp8",
    .functions = {"fgemm"},
    .shapes = shapes,
    .sms = 8,
    .large = large,
    .tile = {128, 256, 128},
    .technique = {512, 1024, 512},
    .traced = {384, 512, 1024},
    .rules = {rules},
    .withheld = WAY_TENSOR_COPY | WAY_WGMMA,
    .steps = {{STEP_OTHER, STEP_MULTIPLY, STEP_SUM, STEP_FINISH}},
};

CHECK(spec);
