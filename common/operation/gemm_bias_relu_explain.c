/* What usual mistakes in a layer and in its gradients make of the result. */
#include "operation/gemm_bias_relu_operation.h"

#include <math.h>

#include "check/steps.h"

static double relu(double z)
{
    return fmax(z, 0);
}

static double sum_at(const struct problem *p, size_t row, size_t col)
{
    double magnitude;

    return layer_sum(p, row, col, &magnitude);
}

static double without_relu(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return sum_at(p, row, col) + layer_at(p, LAYER_B, col);
}

static double without_bias(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return relu(sum_at(p, row, col));
}

static double relu_first(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return relu(sum_at(p, row, col)) + layer_at(p, LAYER_B, col);
}

static double bias_of_row(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    if (row >= (size_t)p->size[LAYER_N])
        return NAN;
    return relu(sum_at(p, row, col) + layer_at(p, LAYER_B, row));
}

/* relu() of a sum that is NaN. */
static double nothing(const struct problem *p, int array, size_t row, size_t col)
{
    (void)p, (void)array, (void)row, (void)col;
    return 0;
}

/* Of two numbers that are both within the bound. */
static double slack(const struct problem *p, int array, size_t row, size_t col)
{
    double ref, bound;

    p->of->element(p, array, row, col, &ref, &bound);
    return 2 * bound;
}

bool layer_explain(const struct wrong_elements *w, struct explanation *e)
{
    static const struct mistake mistakes[] = {
        {without_bias, "b is missing: this is relu(X W)",
         "add b[col] to the sum, before relu", 1 << STEP_FINISH},
        {bias_of_row, "this is the correct value for b[row] in place of b[col]",
         "b has an element per column of Y: index it with col", 1 << STEP_FINISH},
        {relu_first, "this is relu(X W) + b: relu is applied before b is added",
         "add b[col] to the sum first; relu comes last", 1 << STEP_FINISH},
        {without_relu, "relu is missing: this is X W + b",
         "store 0 where the sum and b[col] give less than 0", 1 << STEP_FINISH},
        {nothing, "0 where the result is positive",
         "is Y read before it is written? It holds NaN then, and fmaxf(NaN, 0) is 0; "
         "or "
         "is something missing from the sum?",
         0},
    };

    return explain_mistakes(w, mistakes, sizeof mistakes / sizeof *mistakes, slack, e);
}

static bool always(double y, double dy)
{
    (void)y, (void)dy;
    return true;
}

static bool by_sign(double y, double dy)
{
    (void)y;
    return dy > 0;
}

static bool where_zero(double y, double dy)
{
    (void)dy;
    return !(y > 0);
}

static double without_mask(const struct problem *p, int array, size_t row, size_t col)
{
    double magnitude;

    return gradient_sum(p, array, row, col, always, &magnitude);
}

static double mask_of_dy(const struct problem *p, int array, size_t row, size_t col)
{
    double magnitude;

    return gradient_sum(p, array, row, col, by_sign, &magnitude);
}

static double mask_inverted(const struct problem *p, int array, size_t row, size_t col)
{
    double magnitude;

    return gradient_sum(p, array, row, col, where_zero, &magnitude);
}

/* W read as if it were N x K, or X as if it were K x M. */
static double not_transposed(const struct problem *p, int array, size_t row, size_t col)
{
    const size_t N = p->size[LAYER_N], terms = gradient_terms(p, array);
    const size_t M = p->size[LAYER_M], K = p->size[LAYER_K];
    double sum = 0;

    if (array == GRADIENT_DB)
        return NAN;
    for (size_t i = 0; i < terms; i++) {
        const size_t at = array == GRADIENT_DX ? row * N + i : i * N + col; /* of dZ */
        const double dz =
            layer_at(p, GRADIENT_Y, at) > 0 ? layer_at(p, GRADIENT_DY, at) : 0;

        sum += dz * (array == GRADIENT_DX ? layer_at(p, GRADIENT_W, i * K + col)
                                          : layer_at(p, GRADIENT_X, row * M + i));
    }
    return sum;
}

/* As if nothing were masked: where dZ is 0, the bound is too. */
static double gradient_slack(const struct problem *p, int array, size_t row, size_t col)
{
    double magnitude;

    gradient_sum(p, array, row, col, always, &magnitude);
    return 2 * element_gamma(ELEMENT_FLOAT, gradient_terms(p, array)) * magnitude;
}

static double twice(const struct problem *p, int array, size_t row, size_t col)
{
    double ref, bound;

    p->of->element(p, array, row, col, &ref, &bound);
    return 2 * ref;
}

bool gradient_explain(const struct wrong_elements *w, struct explanation *e)
{
    static const struct mistake mistakes[] = {
        {without_mask,
         "the mask is missing or always true: this is the correct value "
         "for dZ = dY",
         "an element of dY counts only where Y > 0; Y is 0, not negative, elsewhere",
         1 << STEP_FINISH},
        {mask_of_dy, "this is the correct value for a mask of dY > 0",
         "the mask depends on Y, not on dY", 1 << STEP_FINISH},
        {mask_inverted, "the mask is inverted: only elements where Y is 0 are counted",
         "an element of dY counts where Y > 0", 1 << STEP_FINISH},
        {not_transposed, "this is the correct value without the transposition",
         "dX needs row k of W, W[k * N + n]; dW needs column k of X, X[m * K + k]",
         1 << STEP_SUM | 1 << STEP_COPY | 1 << STEP_MULTIPLY},
        {twice, "this is twice the correct value",
         "which blocks compute the same element, and which of them may add it?",
         1 << STEP_PLACE},
    };

    return explain_mistakes(w, mistakes, sizeof mistakes / sizeof *mistakes,
                            gradient_slack, e);
}
