/* Lab 13: a correct product of bfloat16 by tensor cores, whose operands ldmatrix loads
   from shared memory without bank conflicts. */
#include "check/check.h"

static const check_shape shapes[] = {
    {1, 1, 1},       /* the smallest */
    {128, 256, 64},  /* one tile */
    {256, 512, 320}, /* whole tiles, more along K than stages */
    {256, 512, 192}, /* likewise, and as many tiles along K as stages */
    {136, 264, 72},  /* ragged tiles, but whole pieces of 16 bytes */
    {149, 271, 101}, /* primes */
    {128, 256, 37},  /* K smaller than a tile */
    {67, 130, 1},    /* one product per sum */
    {1, 300, 75},    /* a single row */
    {300, 1, 75},    /* a single column */
    {64, 24, 1000},  /* many tiles along K */
    {0},
};

/*
 * On whole tiles there are no zeros to multiply: tensor cores make at least 95 % of the
 * products.
 *
 * The operands are nearly all that such a kernel reads from shared memory. One that
 * arranges its results there, as floats, before it stores them reads 12 % more with a
 * tile of 128 x 256; one whose four warps have a quarter of K each adds up three more
 * tiles of 64 x 64 there, 27 % of what it reads. That the operands come by ldmatrix is
 * seen by what remains without it.
 */
static const struct check_rule rules[] = {
    {"matrix operations / 2 M N K", check_matrix_per_product, CHECK_AT_LEAST, 0.95,
     "multiply fragments by mma.sync: each instruction adds 16 x 16 of A times 16 x 8 "
     "of B' to 16 x 8 sums"},
    {"% of matrix operations with FP32 sums", check_percent_wide, CHECK_AT_LEAST, 100,
     "keep the sums in float registers: mma.sync with .f32 as its first type and its "
     "last"},
    {"% of shared bytes loaded by ldmatrix", check_percent_ldmatrix, CHECK_AT_LEAST, 65,
     "load the fragments of A and of B by ldmatrix, four matrices of 8 x 8 at a time"},
    {"shared wavefronts per 128 bytes loaded", check_wavefronts_per_load, CHECK_AT_MOST,
     1.05,
     "swizzle the 16-byte pieces of a row, so that ldmatrix reads eight rows from "
     "different banks; make banks13 draws the worst line"},
    {"shared wavefronts per 128 bytes stored", check_wavefronts_per_store,
     CHECK_AT_MOST, 1.1,
     "let neighbouring lanes copy neighbouring pieces of a row of the tile; make "
     "banks13 LINE=n draws the store on line n"},
    {"% of C left without half of ldmatrix, mma", check_percent_remains, CHECK_AT_MOST,
     13.8,
     "let mma.sync multiply what ldmatrix loads, and store its sums: in a second call "
     "half of both became 0, and C changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "13_tensor",
    .functions = {"bgemm"},
    .shapes = shapes,
    .tile = {128, 256, 64},
    .technique = {256, 512, 512},
    .traced = {384, 512, 1024},
    .rules = {rules},
    .withheld = WAY_LDMATRIX | WAY_MMA,
    .steps = {{STEP_COPY, STEP_LOAD, STEP_MULTIPLY, STEP_LOAD, STEP_MULTIPLY,
               STEP_PLACE}},
};

CHECK(spec);
