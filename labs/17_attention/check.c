/* Lab 17: attention of bfloat16 by one kernel, whose scores never leave the SM. */
#include <math.h>

#include "check/check.h"

/* heads, N, d, causal */
static const check_shape shapes[] = {
    {1, 1, 64},       /* the smallest */
    {1, 128, 64},     /* one tile of rows */
    {2, 256, 128},    /* whole tiles of two heads */
    {1, 256, 64, 1},  /* likewise, with the mask */
    {3, 37, 64},      /* fewer rows than a tile... */
    {2, 37, 128, 1},  /* ...with the mask */
    {2, 129, 64},     /* one row more than a tile... */
    {1, 191, 128, 1}, /* ...and one less, with the mask */
    {2, 211, 128},    /* a prime number of rows */
    {2, 331, 64, 1},  /* likewise, with the mask */
    {24, 1, 64},      /* rows of one score, which may be far below 0 */
    {0},
};

/* Of the array that is loaded more often. */
static double loads(const struct check_run *x)
{
    return fmax(check_loads_derived(x, "K"), check_loads_derived(x, "V"));
}

/* A block of 128 rows loads K and V once, for all of them: 1/2. */
static double loads_per_64_rows(const struct check_run *x)
{
    return 64 * loads(x) / x->problem->size[1];
}

/* With tiles of 128 rows, 0.56 of 1024 rows of K have a column in the mask, with tiles
   of 256 rows 0.63. */
static double loads_with_mask(const struct check_run *x)
{
    return loads(x->compared) / loads(x);
}

static const struct check_rule rules[] = {
    {"kernel launches", check_launches, CHECK_AT_MOST, 1,
     "one kernel computes the scores, the softmax and O, one tile of K and V after the "
     "other"},
    {"bytes stored per byte of O", check_stored_per_result, CHECK_AT_MOST, 1.05,
     "keep S and P in registers: only O is stored, once"},
    {"matrix operations / 4 heads N N d", check_matrix_per_product, CHECK_AT_LEAST,
     0.95,
     "multiply by mma.sync twice: rows of Q with rows of K, and fragments of P with V"},
    {"% of matrix operations with FP32 sums", check_percent_wide, CHECK_AT_LEAST, 100,
     "keep the sums in float registers: mma.sync with .f32 as its first type and its "
     "last"},
    {"loads of K and V per 64 rows of Q", loads_per_64_rows, CHECK_AT_MOST, 1.05,
     "let all warps of a block use the same tile of K and V in shared memory, for 64 "
     "rows of Q or more"},
    {"loads with the mask / without it", loads_with_mask, CHECK_AT_MOST, 0.7,
     "end the loop over tiles of K after the one with the block's last row: the "
     "columns "
     "behind it are masked"},
    {"% of O left without half of ldmatrix, mma", check_percent_remains, CHECK_AT_MOST,
     15,
     "let mma.sync multiply what ldmatrix loads: in a second call half of both became "
     "0, and O changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "17_attention",
    .functions = {"attention"},
    .shapes = shapes,
    .tile = {1, 128, 64},
    .technique = {1, 1024, 64},
    .compared = {[3] = 1},
    .traced = {1, 512, 64},
    .rules = {rules},
    .withheld = WAY_LDMATRIX | WAY_MMA,
    .steps = {{STEP_MASK, STEP_MASK, STEP_SOFTMAX, STEP_SOFTMAX, STEP_SOFTMAX,
               STEP_MULTIPLY, STEP_FINISH}},
};

CHECK(spec);
