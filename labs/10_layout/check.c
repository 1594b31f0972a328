/* Lab 10: a correct product whose operands are both contiguous in K, for any leading
   dimensions, that moves whole sectors and has few bank conflicts. */
#include "check/check.h"

/* A shape of three sizes is checked with rows as long as their columns, then with
   longer ones. The other shapes are for rows that are aligned, or nearly. */
static const check_shape shapes[] = {
    {1, 1, 1},                  /* the smallest */
    {64, 128, 16},              /* one tile */
    {128, 256, 96},             /* whole tiles, more along K than stages */
    {65, 132, 20},              /* ragged tiles, but rows of 16-byte pieces */
    {65, 132, 20, 28, 24, 144}, /* likewise, and more between the rows */
    {65, 132, 20, 23, 24, 136}, /* only H's rows are not aligned */
    {65, 132, 20, 24, 25, 136}, /* only W's */
    {65, 132, 20, 24, 28, 135}, /* only O's */
    {70, 132, 30, 32, 36, 136}, /* aligned rows, but K is not a multiple of four */
    {70, 131, 32, 36, 40, 132}, /* likewise N */
    {71, 149, 101},             /* primes */
    {64, 128, 5},               /* K smaller than a tile */
    {67, 130, 1},               /* one product per sum */
    {1, 300, 75},               /* a single row */
    {300, 1, 75},               /* a single column */
    {0},
};

static double h_used(const struct check_run *x)
{
    return check_percent_used(x, "H");
}

static double w_used(const struct check_run *x)
{
    return check_percent_used(x, "W");
}

/*
 * On the technique's shape every row begins a sector. A row of a tile that is 8 floats
 * long, or a multiple of that, uses its sectors whole; one of 4 floats uses half.
 *
 * A kernel that transposes W in global memory stores it: half as many bytes as O has.
 *
 * Shared memory is judged as in lab 06. A store of transposed tiles with 2-way
 * conflicts needs 2 wavefronts per 128 bytes, and a little more where a warp is not
 * full. Tiles that are copied first, then transposed with 4-way conflicts, need 2.4.
 */
static const struct check_rule rules[] = {
    {"% used of the bytes moved for H", h_used, CHECK_AT_LEAST, 90,
     "let neighbouring lanes load neighbouring k of a row of H, as floats or float4, "
     "so "
     "that a request uses all 8 floats of each sector"},
    {"% used of the bytes moved for W", w_used, CHECK_AT_LEAST, 90,
     "let neighbouring lanes load neighbouring k of a row of W, as floats or float4, "
     "so "
     "that a request uses all 8 floats of each sector; transpose the tile in shared "
     "memory"},
    {"bytes stored per byte of the results", check_stored_per_result, CHECK_AT_MOST,
     1.05,
     "store each element of O once, and nothing else: a tile of W is transposed in "
     "shared memory, not W in global memory"},
    {"global words loaded per FMA", check_global_words_per_fma, CHECK_AT_MOST, 1.0 / 8,
     "copy a tile of H and one of W into shared memory, 16 rows or more of each"},
    {"shared words read per FMA", check_shared_words_per_fma, CHECK_AT_MOST, 0.6,
     "let each thread read TM words of H's tile and TN of W's into registers, and "
     "multiply each with each"},
    {"shared wavefronts per 128 bytes loaded", check_wavefronts_per_load, CHECK_AT_MOST,
     1.1,
     "read transposed tiles as float4 from neighbouring columns, or swizzle the rows "
     "of "
     "tiles that are contiguous in K; make banks10 draws the worst line"},
    {"shared wavefronts per 128 bytes stored", check_wavefronts_per_store,
     CHECK_AT_MOST, 2.2,
     "pad the rows of the transposed tiles, or swizzle them, so that one store of a "
     "warp uses different banks; make banks10 LINE=n draws the one on line n"},
    {"% of O left without half of the tiles", check_percent_remains, CHECK_AT_MOST, 55,
     "compute O from the tiles: in a second call half of what was stored to shared "
     "memory became 0, and O changed too little"},
    {0},
};

static const struct check spec = {
    .lab = "10_layout",
    .functions = {"sgemm_nt"},
    .shapes = shapes,
    .tile = {64, 128, 16},
    .technique = {256, 256, 128, 136, 152, 264},
    .rules = {rules},
    .withheld = WAY_SHARED,
    .steps = {{STEP_OTHER, STEP_COPY, STEP_COPY, STEP_MULTIPLY, STEP_OTHER}},
};

CHECK(spec);
