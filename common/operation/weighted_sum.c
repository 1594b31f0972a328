/* weighted_sum() and its backward passes as data: y = X w; dX = g w^T, dw = X^T g. */
#include <math.h>

#include "operation/operation.h"

enum { ROWS, D, LDX, LDDX };
enum { X, W, Y };       /* of the forward pass */
enum { G = Y, DX, DW }; /* X and W are the backward pass's, too */

static double at(const struct problem *p, int array, size_t i)
{
    return ((const float *)p->array[array])[i];
}

/* A dot product of n terms is within gamma(n) of their magnitudes, in any order of
   summation; a single product within gamma(1) (docs/tolerance.md). */
static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    const size_t ldx = p->size[LDX];
    const bool is_y =
        p->of->array[array].rows == ONE && p->of->array[array].cols == ROWS;
    const bool is_dx = p->of->array[array].rows == ROWS;
    const size_t terms = is_dx ? 1 : is_y ? p->size[D] : p->size[ROWS];
    double sum = 0, magnitude = 0;

    for (size_t i = 0; i < terms; i++) {
        const double product = is_dx  ? at(p, G, row) * at(p, W, col)
                               : is_y ? at(p, X, col * ldx + i) * at(p, W, i)
                                      : at(p, X, i * ldx + col) * at(p, G, i);

        sum += product;
        magnitude += fabs(product);
    }
    *ref = sum;
    *bound = element_gamma(ELEMENT_FLOAT, (double)terms) * magnitude;
}

static struct work work_forward(const struct problem *p)
{
    const double rows = p->size[ROWS], d = p->size[D];

    return (struct work){2 * rows * d, sizeof(float) * (rows * d + d + rows)};
}

static struct work work_backward(const struct problem *p)
{
    const double rows = p->size[ROWS], d = p->size[D];

    return (struct work){3 * rows * d, sizeof(float) * (2 * rows * d + 2 * d + rows)};
}

static const float tried[][OPERATION_SCALARS] = {{0},
                                                 {0}}; /* none; with and without ld */

static const struct operation weighted_sum_operation = {
    .name = "weighted_sum",
    .header = "weighted_sum.h",
    .formula = "y = X*w",
    .size = {"rows", "D", "ldx"},
    .tried = tried,
    .n_tried = 2,
    .array =
        {
            {"X", ELEMENT_FLOAT, USE_IN, ROWS, D, LDX, "row * ldx + col",
             "row < rows and col < D"},
            {"w", ELEMENT_FLOAT, USE_IN, ONE, D, CONTIGUOUS, "col", "col < D"},
            {"y", ELEMENT_FLOAT, USE_OUT, ONE, ROWS, CONTIGUOUS, "row", "row < rows"},
        },
    .advice =
        {
            "look at the indices, X[row * ldx + col], w[col] and y[row], and that the "
            "sum of a row has all of its D products, each once",
            "give every row a place in the grid: round it up",
            "y is read, and holds nothing before the call: write the sum alone",
        },
    .peer = {"cuBLAS"},
    .element = element,
    .work = work_forward,
    .product = {{.output = Y, .left = W, .right = X, .k = "col"}},
};
OPERATION(weighted_sum_operation);

#define BACKWARD(function, ...)                                                        \
    {                                                                                  \
        .name = function, .header = "weighted_sum.h",                                  \
        .formula = "dX = g*w^T, dw = X^T*g", .size = {"rows", "D", "ldx", "lddx"},     \
        .tried = tried, .n_tried = 2,                                                  \
        .array =                                                                       \
            {                                                                          \
                {"X", ELEMENT_FLOAT, USE_IN, ROWS, D, LDX, "row * ldx + col",          \
                 "row < rows and col < D"},                                            \
                {"w", ELEMENT_FLOAT, USE_IN, ONE, D, CONTIGUOUS, "col", "col < D"},    \
                {"g", ELEMENT_FLOAT, USE_IN, ONE, ROWS, CONTIGUOUS, "row",             \
                 "row < rows"},                                                        \
                {"dX", ELEMENT_FLOAT, USE_OUT, ROWS, D, LDDX, "row * lddx + col",      \
                 "row < rows and col < D"},                                            \
                {"dw", ELEMENT_FLOAT, USE_OUT, ONE, D, CONTIGUOUS, "col", "col < D"},  \
            },                                                                         \
        .advice =                                                                      \
            {"look at the indices, X[row * ldx + col] and dX[row * lddx + col], and "  \
             "that a sum has each of its products once",                               \
             "give every element of dX and of dw a thread: round the grid up",         \
             "an output is read, and holds nothing before the call: begin each sum "   \
             "at 0"},                                                                  \
        .whole = true, .peer = {__VA_ARGS__}, .element = element,                      \
        .work = work_backward, .product = {                                            \
            {DX, G, W, true, true, "k"},                                               \
            {DW, G, X, false, true, "row"}                                             \
        }                                                                              \
    }

static const struct operation backward = BACKWARD("weighted_sum_backward", "cuBLAS");
OPERATION(backward);
static const struct operation backward_atomic =
    BACKWARD("weighted_sum_backward_atomic", NULL);
OPERATION(backward_atomic);
