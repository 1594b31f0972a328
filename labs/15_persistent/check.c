/* Lab 15: a correct product of bfloat16 by blocks that stay, with warps that copy and
   warps that multiply. */
#include "check/check.h"

/* The GPU of this check has 8 SMs, so that these sizes have many tiles for each. */
static const check_shape shapes[] = {
    {1, 1, 1},        /* the smallest */
    {128, 256, 64},   /* one large tile, or a few small ones */
    {256, 512, 256},  /* whole tiles, for small tiles... */
    {384, 512, 256},  /* ...two of them for some blocks... */
    {512, 1024, 192}, /* ...for large ones, two for each... */
    {1280, 1024, 64}, /* ...and for clusters */
    {136, 264, 72},   /* ragged tiles, but whole pieces of 16 bytes */
    {149, 271, 101},  /* primes */
    {128, 256, 37},   /* K smaller than a tile */
    {67, 130, 1},     /* one product per sum */
    {1, 300, 75},     /* a single row */
    {300, 1, 75},     /* a single column */
    {64, 24, 1000},   /* many tiles along K: each stage is used again */
    {8, 130, 2900},   /* likewise, with few rows */
    {520, 1000, 136}, /* ragged, two tiles per block... */
    {1100, 1031, 72}, /* ...and more, of odd rows */
    {0},
};

/* More tiles than a GPU of 132 SMs runs at a time. */
static const check_shape large[] = {
    {1500, 2000, 72}, /* of 128 x 128... */
    {2000, 2600, 72}, /* ...of 128 x 256... */
    {4300, 4350, 40}, /* ...and several for each cluster */
    {0},
};

/* Each block has at least two tiles of the technique's shape, whatever its tile is: an
   SM has registers for 65,536 sums, and C has 163,840 for each. So large a C has
   clusters, whose blocks all count. */
static const struct check_rule rules[] = {
    {"% of bytes loaded by tensor copies", check_percent_by_tensor, CHECK_AT_LEAST, 95,
     "let one thread copy whole tiles of A and of B: cp.async.bulk.tensor with a "
     "tensor map of each"},
    {"wgmma operations / 2 M N K", check_wgmma_per_product, CHECK_AT_LEAST, 0.95,
     "multiply by wgmma: each instruction adds 64 x 16 of A times 16 x N of B' to the "
     "sums of a warpgroup"},
    {"blocks / blocks that run at a time", check_blocks_per_place, CHECK_AT_MOST, 1,
     "launch as many blocks as the GPU runs at one time, those of all clusters "
     "together, "
     "and let each compute one tile of C after the other"},
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
    .lab = "15_persistent",
    .functions = {"bgemm"},
    .shapes = shapes,
    .sms = 8,
    .large = large,
    .tile = {128, 256, 64},
    .technique = {1280, 1024, 64},
    .traced = {384, 512, 1024},
    .rules = {rules},
    .withheld = WAY_TENSOR_COPY | WAY_WGMMA,
    .steps = {{STEP_OTHER, STEP_OTHER, STEP_COPY, STEP_OTHER, STEP_PLACE, STEP_PLACE,
               STEP_LAUNCH}},
};

CHECK(spec);
