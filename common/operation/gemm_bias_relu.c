/* gemm_bias_relu() and its backward pass as data: Y = relu(X W + b), and its gradients.
   gemm_bias_relu.h has the contracts. */
#include "operation/gemm_bias_relu_operation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/host_alloc.h"
#include "operation/problem.h"
#include "operation/sgemm_operation.h"

/* K products and b, K + 1 roundings of one term at most; relu() brings two numbers no
   further apart (docs/tolerance.md). */
static void element_forward(const struct problem *p, int array, size_t row, size_t col,
                            double *ref, double *bound)
{
    const double b = layer_at(p, LAYER_B, col);
    double magnitude;

    (void)array;
    *ref = fmax(layer_sum(p, row, col, &magnitude) + b, 0);
    *bound =
        element_gamma(ELEMENT_FLOAT, p->size[LAYER_K] + 1.0) * (magnitude + fabs(b));
}

static bool positive(double y, double dy)
{
    (void)dy;
    return y > 0;
}

/* dZ is exact, since Y is an input. A sum of n terms, in any order, is within gamma(n)
   of their magnitudes (docs/tolerance.md). */
static void element_backward(const struct problem *p, int array, size_t row, size_t col,
                             double *ref, double *bound)
{
    double magnitude;

    *ref = gradient_sum(p, array, row, col, positive, &magnitude);
    *bound = element_gamma(ELEMENT_FLOAT, gradient_terms(p, array)) * magnitude;
}

/* |sum of n terms| <= n for inputs in [-1, 1]; twice that leaves room. */
static double largest_forward(const struct problem *p, int array)
{
    (void)array;
    return 2 * (p->size[LAYER_K] + 1.0);
}

static double largest_backward(const struct problem *p, int array)
{
    return 2.0 * gradient_terms(p, array);
}

/* Y is a result of relu(): no element is negative, and about half of them are 0. Some
   are tiny, so that no limit other than 0 gives the same mask. */
static void relu_y(struct problem *p)
{
    const size_t n = (size_t)p->size[LAYER_M] * p->size[LAYER_N];
    float *y = p->array[GRADIENT_Y];

    for (size_t i = 0; i < n; i++)
        y[i] = y[i] <= 0 ? 0 : i % 17 == 5 ? y[i] * 0x1p-100f : y[i];
}

/* Where Y is 0 nothing else takes part; where all of it is 0, X and W do not. */
static bool reads_backward(const struct problem *p, int array)
{
    (void)p;
    return array == GRADIENT_Y;
}

/* The operations of the products. */
static struct work work_forward(const struct problem *p)
{
    const double M = p->size[LAYER_M], N = p->size[LAYER_N], K = p->size[LAYER_K];

    return (struct work){2 * M * N * K, sizeof(float) * (M * K + K * N + N + M * N)};
}

static struct work work_backward(const struct problem *p)
{
    const double M = p->size[LAYER_M], N = p->size[LAYER_N], K = p->size[LAYER_K];

    return (struct work){4 * M * N * K,
                         sizeof(float) * 2 * (M * K + K * N + M * N + N / 2)};
}

static double finish_forward(const struct problem *p, size_t row, size_t col,
                             double sum)
{
    (void)row;
    return fmax(sum + layer_at(p, LAYER_B, col), 0);
}

static bool without_b(struct problem *p)
{
    memset(p->array[LAYER_B], 0, p->size[LAYER_N] * sizeof(float));
    return true;
}

/* dZ in place of dY. */
static double factor_backward(const struct problem *p, int array, size_t row,
                              size_t col)
{
    const size_t at = row * problem_extent(p, array).ld + col;

    return array == GRADIENT_DY && !(layer_at(p, GRADIENT_Y, at) > 0)
               ? 0
               : layer_at(p, array, at);
}

static bool without_mask(struct problem *p)
{
    const size_t n = (size_t)p->size[LAYER_M] * p->size[LAYER_N];

    for (size_t i = 0; i < n; i++)
        ((float *)p->array[GRADIENT_Y])[i] = 1;
    return true;
}

/* Two results are as near as those of X W + 1 B, where every row of B is b: relu()
   brings them no further apart. */
static struct matrix_diff agree_forward(const struct problem *p, int array,
                                        const void *got, const void *other)
{
    const int M = p->size[LAYER_M], N = p->size[LAYER_N], K = p->size[LAYER_K];
    float *B = host_alloc((size_t)M * N);
    const struct problem sum = {.size = {M, N, K},
                                .scalar = {1, 1},
                                .array = {p->array[LAYER_X], p->array[LAYER_W], B}};
    struct matrix_diff d;

    (void)array;
    for (size_t row = 0; row < (size_t)M; row++)
        memcpy(B + row * N, p->array[LAYER_B], N * sizeof *B);
    d = sgemm_agree(&sum, SGEMM_C, got, other);
    free(B);
    return d;
}

static const float tried[][OPERATION_SCALARS] = {{0}}; /* there are none */

static const struct operation forward = {
    .name = "gemm_bias_relu",
    .header = "gemm_bias_relu.h",
    .peer = {"cuBLAS", "cuBLASLt"},
    .formula = "Y = relu(X*W + b)",
    .size = {"M", "N", "K"},
    .tried = tried,
    .n_tried = 1,
    .array =
        {
            {"X", ELEMENT_FLOAT, USE_IN, LAYER_M, LAYER_K, CONTIGUOUS, "row * K + k",
             "row < M and k < K"},
            {"W", ELEMENT_FLOAT, USE_IN, LAYER_K, LAYER_N, CONTIGUOUS, "k * N + col",
             "k < K and col < N"},
            {"b", ELEMENT_FLOAT, USE_IN, ONE, LAYER_N, CONTIGUOUS, "col", "col < N"},
            {"Y", ELEMENT_FLOAT, USE_OUT, LAYER_M, LAYER_N, CONTIGUOUS, "row * N + col",
             "row < M and col < N"},
        },
    .advice =
        {
            "look at the indices, X[row * K + k], W[k * N + col], b[col] and "
            "Y[row * N + col], and at the order: the sum, then b, then relu",
            "give every element of Y a thread, and store the zeros of relu, too",
            "Y is read, and holds nothing before the call: keep the sum in registers "
            "until b and relu are applied",
        },
    .element = element_forward,
    .largest = largest_forward,
    .work = work_forward,
    .agree = agree_forward,
    .explain = layer_explain,
    .product = {{.output = LAYER_Y,
                 .left = LAYER_X,
                 .right = LAYER_W,
                 .right_down = true,
                 .k = "k",
                 .finish = finish_forward,
                 .alone = without_b,
                 .rest = "with b = 0",
                 .rest_advice = "which element of b does each element of Y get? It is "
                                "b[col], and added once, before relu"}},
};
OPERATION(forward);

/* What the three products of the backward pass share. */
#define FROM_DZ                                                                        \
    .factor = factor_backward, .alone = without_mask, .rest = "with Y = 1",            \
    .rest_advice =                                                                     \
        "which element of Y decides about an element of dY? The one at the "           \
        "same place: it counts where Y > 0"

static const struct operation backward = {
    .name = "gemm_bias_relu_backward",
    .header = "gemm_bias_relu.h",
    .peer = {"cuBLAS"},
    .formula = "dZ = dY where Y > 0, dX = dZ*W^T, dW = X^T*dZ, db = column sums of dZ",
    .size = {"M", "N", "K"},
    .tried = tried,
    .n_tried = 1,
    .array =
        {
            {"X", ELEMENT_FLOAT, USE_IN, LAYER_M, LAYER_K, CONTIGUOUS, "row * K + k",
             "row < M and k < K"},
            {"W", ELEMENT_FLOAT, USE_IN, LAYER_K, LAYER_N, CONTIGUOUS, "k * N + col",
             "k < K and col < N"},
            {"Y", ELEMENT_FLOAT, USE_IN, LAYER_M, LAYER_N, CONTIGUOUS, "row * N + col",
             "row < M and col < N"},
            {"dY", ELEMENT_FLOAT, USE_IN, LAYER_M, LAYER_N, CONTIGUOUS, "row * N + col",
             "row < M and col < N"},
            {"dX", ELEMENT_FLOAT, USE_OUT, LAYER_M, LAYER_K, CONTIGUOUS, "row * K + k",
             "row < M and k < K"},
            {"dW", ELEMENT_FLOAT, USE_OUT, LAYER_K, LAYER_N, CONTIGUOUS, "k * N + col",
             "k < K and col < N"},
            {"db", ELEMENT_FLOAT, USE_OUT, ONE, LAYER_N, CONTIGUOUS, "col", "col < N"},
        },
    .advice =
        {
            "look at the indices: a sum of dX runs along a row of dZ and a row of W, "
            "one of dW down a column of X and a column of dZ, one of db down a column "
            "of dZ",
            "give every element of dX, dW and db a thread: their grids differ",
            "an output is read, and holds nothing before the call: begin each sum at 0",
        },
    .prepare = relu_y,
    .reads = reads_backward,
    .element = element_backward,
    .largest = largest_backward,
    .work = work_backward,
    .explain = gradient_explain,
    .product =
        {
            {GRADIENT_DX, GRADIENT_DY, GRADIENT_W, false, false, "n", FROM_DZ},
            {GRADIENT_DW, GRADIENT_X, GRADIENT_DY, true, true, "m", FROM_DZ},
            {GRADIENT_DB, NO_FACTOR, GRADIENT_DY, false, true, "m", FROM_DZ},
        },
};
OPERATION(backward);
