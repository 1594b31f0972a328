/* Lab 00: a correct y = a * x + y, which never leaves its arrays. */
#include "check/check.h"

static const check_shape shapes[] = {
    {256},   /* one block */
    {1024},  /* four whole blocks */
    {1000},  /* the last block is not full */
    {4099},  /* a prime */
    {1},     /* the smallest */
    {255},   /* one thread too many */
    {65536}, /* many blocks */
    {0},
};

/* A grid of one fixed size for all n fills a GPU, which is 4 threads per element here.
 */
static const struct check_rule rules[] = {
    {"threads per element", check_threads_per_result, CHECK_AT_MOST, 8,
     "in STEP 3: the first number of <<<blocks, threads>>> is that of blocks, and n "
     "elements need only n / BLOCK blocks, rounded up"},
    {0}};

static const struct check spec = {
    .lab = "00_saxpy",
    .functions = {"saxpy"},
    .shapes = shapes,
    .tile = {256},
    .technique = {65536},
    .rules = {rules},
    .steps = {{STEP_PLACE, STEP_SUM, STEP_LAUNCH}},
};

CHECK(spec);
