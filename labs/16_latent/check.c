/* Lab 16: two products from one reading of H, the second one rotated in registers. */
#include "check/check.h"

/* tokens, D, dc, dr, and positions. The GPU of this check has 8 SMs. */
static const check_shape shapes[] = {
    {1, 8, 8, 8, 1},          /* the smallest */
    {128, 64, 512, 64, 128},  /* one tile of two blocks */
    {512, 320, 512, 64, 300}, /* whole tiles, more along D than stages */
    {1024, 128, 512, 64, 40}, /* two tiles per block */
    {149, 104, 72, 24, 37},   /* a prime number of tokens, ragged tiles */
    {130, 72, 520, 40, 20},   /* two tiles side by side, by the columns of c... */
    {64, 64, 64, 136, 5},     /* ...or by those of k */
    {37, 40, 24, 8, 100},     /* D smaller than a tile */
    {1100, 136, 200, 64, 50}, /* ragged, and more than two tiles per block */
    {100, 520, 16, 32, 7},    /* many tiles along D: each stage is used again */
    {0},
};

/* More tiles than a GPU of 132 SMs runs at a time. */
static const check_shape large[] = {
    {20000, 40, 80, 24, 300},
    {0},
};

static double loads_of_h(const struct check_run *x)
{
    return check_loads_derived(x, "H");
}

static double loads_of_k(const struct check_run *x)
{
    return check_loads_of(x, "k");
}

static const struct check_rule rules[] = {
    {"kernel launches", check_launches, CHECK_AT_MOST, 1,
     "one kernel computes c, and k as well"},
    {"loads of each element of H", loads_of_h, CHECK_AT_MOST, 1.05,
     "load H once, and no copy of it from other global memory: let a block have "
     "columns "
     "of c and of k, and let the blocks of a cluster share the tile by multicast"},
    {"loads of each element of k", loads_of_k, CHECK_AT_MOST, 0,
     "rotate the pairs while they are in registers, before they are stored"},
    {"bytes stored per byte of the results", check_stored_per_result, CHECK_AT_MOST,
     1.05, "keep r in registers: only c and k are stored, once"},
    {0},
};

static const struct check spec = {
    .lab = "16_latent",
    .functions = {"latent"},
    .shapes = shapes,
    .sms = 8,
    .large = large,
    .tile = {128, 64, 512, 64, 1},
    .technique = {1024, 128, 512, 64, 128},
    .rules = {rules},
    .steps = {{STEP_COPY, STEP_FINISH, STEP_MULTIPLY, STEP_FINISH, STEP_PLACE,
               STEP_COPY}},
};

CHECK(spec);
