/* Lab 11: a correct layer and correct gradients, each array written once, without a
   pass over Y or dZ of its own. */
#include "check/check.h"
#include "operation/problem.h"

static const check_shape shapes[] = {
    {128, 128, 8},  /* one tile of Y */
    {128, 384, 48}, /* whole tiles, three different edges */
    {129, 260, 20}, /* ragged tiles, but rows of 16-byte pieces */
    {128, 126, 32}, /* N, and so the rows of W and Y, not a multiple of four */
    {257, 131, 43}, /* ragged on every edge */
    {20, 30, 137},  /* more columns of X than a tile has */
    {1, 300, 75},   /* a single row */
    {300, 1, 75},   /* a single column */
    {1, 1, 1},      /* the smallest */
    {0},
};

/* A kernel that adds b and applies relu by itself writes all of Y again. Tiles of 16 x
   16 load 2 words per 16 FMAs, and b one word per element of Y at most. */
static const struct check_rule forward[] = {
    {"launches", check_launches, CHECK_AT_MOST, 1,
     "add b and apply relu in the kernel that multiplies, before it stores Y"},
    {"bytes stored per byte of the results", check_stored_per_result, CHECK_AT_MOST,
     1.05, "keep the sums in registers until b and relu are applied; store Y once"},
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 0.15,
     "multiply from tiles in shared memory, as in lab 05 or later"},
    {0},
};

/* A sum of dW or db has M terms. 256 are few; blocks may share longer ones, and add to
   the result. */
static double stored_but_not_added(const struct check_run *x)
{
    enum { M, FEW = 256 };
    const struct operation_array *a = x->problem->of->array;
    double added = 0;

    if (x->problem->size[M] <= FEW)
        return check_stored_per_result(x);
    for (int i = 0; a[i].name; i++)
        if (a[i].use != USE_IN)
            added += (double)x->array[i].atomic.bytes;
    return check_stored_per_result(x) - added / problem_output_bytes(x->problem);
}

/* dZ in global memory would be M * N more elements, and dX, dW and db have 3/8 as many
   here. Tiles of 16 x 16 load 3 words per 16 FMAs, of dY, Y and W; a kernel of its own
   for db loads a little more. */
static const struct check_rule backward[] = {
    {"bytes stored per byte of the results", stored_but_not_added, CHECK_AT_MOST, 1.05,
     "apply the mask where tiles of dY are copied, so that dZ is never stored; store "
     "dX, dW and db once"},
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 0.25,
     "multiply from tiles in shared memory, as in lab 05 or later"},
    {0},
};

static const struct check spec = {
    .lab = "11_epilogue",
    .functions = {"gemm_bias_relu", "gemm_bias_relu_backward"},
    .shapes = shapes,
    .tile = {128, 128, 8},
    .technique = {256, 512, 64},
    .rules = {forward, backward},
    .steps =
        {
            {[2] = STEP_FINISH},
            {STEP_FINISH, STEP_SUM, STEP_OTHER, STEP_COPY, STEP_COPY, STEP_PLACE},
        },
};

CHECK(spec);
