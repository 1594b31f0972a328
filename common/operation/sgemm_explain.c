/* What usual mistakes with alpha and beta make of a product. */
#include <math.h>

#include "check/steps.h"
#include "diagnose/explain.h"
#include "operation/sgemm_operation.h"

static double sum_at(const struct problem *p, size_t row, size_t col, bool magnitudes)
{
    const float *A = (const float *)p->array[SGEMM_A] + row * p->size[SGEMM_K];
    const float *B = (const float *)p->array[SGEMM_B] + col;
    double sum = 0;

    for (size_t k = 0; k < (size_t)p->size[SGEMM_K]; k++) {
        const double product = (double)A[k] * B[k * p->size[SGEMM_N]];

        sum += magnitudes ? fabs(product) : product;
    }
    return sum;
}

static double old(const struct problem *p, size_t row, size_t col)
{
    return p->scalar[SGEMM_BETA] == 0
               ? 0
               : ((const float *)p->array[SGEMM_C])[row * p->size[SGEMM_N] + col];
}

static double no_alpha(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return sum_at(p, row, col, false) + p->scalar[SGEMM_BETA] * old(p, row, col);
}

static double no_beta(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return p->scalar[SGEMM_BETA] == 0
               ? NAN
               : p->scalar[SGEMM_ALPHA] * sum_at(p, row, col, false);
}

static double alpha_twice(const struct problem *p, int array, size_t row, size_t col)
{
    return p->scalar[SGEMM_ALPHA] * no_alpha(p, array, row, col);
}

static double alpha_squared(const struct problem *p, int array, size_t row, size_t col)
{
    const double alpha = p->scalar[SGEMM_ALPHA];

    (void)array;
    return alpha * alpha * sum_at(p, row, col, false) +
           p->scalar[SGEMM_BETA] * old(p, row, col);
}

static double beta_is_1(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return p->scalar[SGEMM_ALPHA] * sum_at(p, row, col, false) + old(p, row, col);
}

/* How far rounding may take a value that is made of the same terms. */
static double slack(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array;
    return 2 * matrix_gamma(p->size[SGEMM_K] + 2.0) *
           (fmax(1, fabs(p->scalar[SGEMM_ALPHA])) * sum_at(p, row, col, true) +
            fmax(1, fabs(p->scalar[SGEMM_BETA])) * fabs(old(p, row, col)));
}

bool sgemm_explain(const struct wrong_elements *w, struct explanation *e)
{
    static const char advice[] = "C becomes alpha * sum + beta * (what C held before)";
    static const struct mistake mistakes[] = {
        {no_alpha, "the factor alpha is missing, or the sum does not begin at 0",
         "C becomes alpha * sum + beta * (what C held before), and a sum begins at 0",
         1 << STEP_SUM},
        {no_beta, "beta * (what C held before) is missing", advice, 1 << STEP_SUM},
        {alpha_twice, "what C held before is multiplied by alpha too", advice,
         1 << STEP_SUM},
        {alpha_squared, "the sum is multiplied by alpha twice", advice, 1 << STEP_SUM},
        {beta_is_1, "what C held before is not multiplied by beta", advice,
         1 << STEP_SUM},
    };

    return explain_mistakes(w, mistakes, sizeof mistakes / sizeof *mistakes, slack, e);
}
