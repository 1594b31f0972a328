/* Lab 12: a correct weighted sum with its gradients, which moves X once. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1},      /* the smallest */
    {128, 1024}, /* one block of the backward pass */
    {512, 256},  /* whole blocks */
    {300, 1100}, /* ragged rows; two strips of columns, the second ragged */
    {257, 66},   /* D not a multiple of four */
    {139, 149},  /* primes */
    {3, 2050},   /* fewer rows than a warp loads */
    {1, 300},    /* a single row */
    {1000, 1},   /* a single column */
    {5000, 31},  /* many chunks, D smaller than a warp */
    {0},
};

static double loads_of_x(const struct check_run *x)
{
    return check_loads_derived(x, "X");
}

static double stores_of_dx(const struct check_run *x)
{
    return check_stores_of(x, "dX");
}

/* dw, and what it is summed from: partial sums or atomic additions. */
static double percent_for_dw(const struct check_run *x)
{
    return 100 * check_other_stored_bytes(x, "dX") / check_array_bytes(x, "X");
}

/* One load per element, and a little more where rows or columns are ragged. */
static const struct check_rule forward[] = {
    {"loads per element of X", loads_of_x, CHECK_AT_MOST, 1.05,
     "load each element of X once, and no copy of it: its product with w is added to "
     "the sum of its row, "
     "and it is not needed again"},
    {0},
};

/* A block of 50 rows has one partial sum, or atomic addition, per 50 elements of X. */
static const struct check_rule backward[] = {
    {"stores and atomics for dw, % of X", percent_for_dw, CHECK_AT_MOST, 2,
     "let each thread add up its columns over many rows of X in registers, and store "
     "or add these sums once per block"},
    {"loads per element of X", loads_of_x, CHECK_AT_MOST, 1.07,
     "make dX and the sums for dw in one pass over X: dX does not even need X"},
    {"stores per element of dX", stores_of_dx, CHECK_AT_MOST, 1.05,
     "store each element of dX once"},
    {0},
};

static const struct check spec = {
    .lab = "12_reduce",
    .functions = {"weighted_sum", "weighted_sum_backward",
                  "weighted_sum_backward_atomic"},
    .shapes = shapes,
    .tile = {128, 256},
    .technique = {32768, 64},
    .rules = {forward, backward, backward},
    .repeatable = {{{64, 4096}}, {{32768, 32}}},
    .steps =
        {
            {STEP_SUM, STEP_MULTIPLY},
            {[2] = STEP_MULTIPLY, [4] = STEP_PLACE, [5] = STEP_SUM, [6] = STEP_LAUNCH},
            {[2] = STEP_MULTIPLY, [3] = STEP_PLACE, [7] = STEP_SUM},
        },
};

CHECK(spec);
