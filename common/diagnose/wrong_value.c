/* The usual mistakes, tried on the values; wrong_value.h states the contract. */
#include "diagnose/wrong_value.h"

#include <math.h>
#include <stdio.h>

#include "check/steps.h"

/* A mistake: what the element at place `at` becomes by it. NaN where it would have to
   read outside a matrix. */
typedef double mistake(const struct matrix_problem *p, size_t at);

/* The dot product of K elements of A, from a on, da apart, and K of B, from b on, db
   apart. */
static double dot(const struct matrix_problem *p, size_t a, size_t da, size_t b,
                  size_t db)
{
    const size_t K = p->K, last = K - 1;
    double sum = 0;

    if (a + last * da >= (size_t)p->M * K || b + last * db >= K * p->N)
        return NAN;
    for (size_t k = 0; k < K; k++)
        sum += (double)p->A[a + k * da] * p->B[b + k * db];
    return sum;
}

static double sum_of(const struct matrix_problem *p, size_t at)
{
    return dot(p, at / p->N * p->K, 1, at % p->N, p->N);
}

static double old(const struct matrix_problem *p, size_t at)
{
    return p->beta == 0 ? 0 : (double)p->C0[at];
}

static double no_alpha(const struct matrix_problem *p, size_t at)
{
    return sum_of(p, at) + p->beta * old(p, at);
}

static double no_beta(const struct matrix_problem *p, size_t at)
{
    return p->beta == 0 ? NAN : p->alpha * sum_of(p, at);
}

static double alpha_twice(const struct matrix_problem *p, size_t at)
{
    return p->alpha * (sum_of(p, at) + p->beta * old(p, at));
}

static double beta_is_1(const struct matrix_problem *p, size_t at)
{
    return p->alpha * sum_of(p, at) + old(p, at);
}

static double with(const struct matrix_problem *p, size_t at, double sum)
{
    return p->alpha * sum + p->beta * old(p, at);
}

static double a_by_columns(const struct matrix_problem *p, size_t at)
{
    return with(p, at, dot(p, at / p->N, p->M, at % p->N, p->N));
}

static double b_by_columns(const struct matrix_problem *p, size_t at)
{
    return with(p, at, dot(p, at / p->N * p->K, 1, at % p->N * p->K, 1));
}

static double row_and_col_exchanged(const struct matrix_problem *p, size_t at)
{
    return with(p, at, dot(p, at % p->M * p->K, 1, at / p->M, p->N));
}

static double m_and_n_exchanged(const struct matrix_problem *p, size_t at)
{
    return with(p, at, dot(p, at / p->M * p->K, 1, at % p->M, p->M));
}

/* Where sums are made, whatever the kernel. */
enum { SUMS = 1 << STEP_SUM | 1 << STEP_COPY | 1 << STEP_LOAD | 1 << STEP_MULTIPLY };

static const struct {
    mistake *value;
    const char *what, *remedy;
    unsigned roles;
} mistakes[] = {
    {no_alpha, "the factor alpha is missing",
     "C becomes alpha * sum + beta * (what C held before)", 1 << STEP_SUM},
    {no_beta, "beta * (what C held before) is missing",
     "C becomes alpha * sum + beta * (what C held before)", 1 << STEP_SUM},
    {alpha_twice, "what C held before is multiplied by alpha too",
     "C becomes alpha * sum + beta * (what C held before)", 1 << STEP_SUM},
    {beta_is_1, "what C held before is not multiplied by beta",
     "C becomes alpha * sum + beta * (what C held before)", 1 << STEP_SUM},
    {a_by_columns, "this is the correct value for A transposed",
     "row `row` of A begins at A[row * K], and its elements are neighbours: A[row * K "
     "+ k]; in a tile, As[ty][k]",
     SUMS},
    {b_by_columns, "this is the correct value for B transposed",
     "column `col` of B begins at B[col], and its elements are N apart: B[k * N + "
     "col]; "
     "in a tile, Bs[k][tx]",
     SUMS},
    {row_and_col_exchanged,
     "this is the correct value of the element with row and col exchanged",
     "element (row, col) of C is C[row * N + col]", 1 << STEP_PLACE | SUMS},
    {m_and_n_exchanged, "this is the correct value of a product with M and N exchanged",
     "look at the order of the arguments: M rows, N columns, K", 0},
};

/* How far rounding may take a value that is made of the same terms. */
static double slack(const struct matrix_problem *p, size_t at)
{
    const size_t row = at / p->N, col = at % p->N;
    double sum = 0;

    for (size_t k = 0; k < (size_t)p->K; k++)
        sum += fabs((double)p->A[row * p->K + k] * p->B[k * p->N + col]);
    return 2 * matrix_gamma(p->K + 2.0) *
           (fmax(1, fabs(p->alpha)) * sum + fmax(1, fabs(p->beta)) * fabs(old(p, at)));
}

static bool explains(mistake *value, const struct matrix_problem *p, const float *C,
                     const size_t *at, int n)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(value(p, at[i]) - C[at[i]]) <= slack(p, at[i])))
            return false;
    return true;
}

/* True if each element is the sum over k from `from` to `to` - 1 alone. */
static bool is_part(const struct matrix_problem *p, const float *C, const size_t *at,
                    int n, int from, int to)
{
    for (int i = 0; i < n; i++) {
        const size_t row = at[i] / p->N, col = at[i] % p->N;
        double sum = 0;

        for (size_t k = from; k < (size_t)to; k++)
            sum += (double)p->A[row * p->K + k] * p->B[k * p->N + col];
        if (!(fabs(with(p, at[i], sum) - C[at[i]]) <= slack(p, at[i])))
            return false;
    }
    return true;
}

/* A part of the sum, from its first product or up to its last. */
static bool part_of_sum(const struct matrix_problem *p, const float *C,
                        const size_t *at, int n, struct wrong_value *v)
{
    if (is_part(p, C, at, n, 0, 0)) {
        snprintf(v->what, sizeof v->what, "no product was added to the sum");
        v->remedy =
            steps_have(1u << STEP_COPY)
                ? "does the copy store 0 for elements that exist, is each product "
                  "added, +=, and does the loop over k run where K is small?"
                : "is acc a float, is each product added, +=, and does the loop "
                  "over k run?";
        return true;
    }
    for (int k = 1; k < p->K; k++) {
        if (is_part(p, C, at, n, 0, k)) {
            snprintf(v->what, sizeof v->what, "the sum stops after %d of %d products",
                     k, p->K);
            v->remedy =
                steps_have(1u << STEP_COPY)
                    ? "the last products are missing: does the loop over k or k0 end "
                      "early, or the copy store 0 for elements that exist?"
                    : "the last products are missing: k goes up to K - 1";
            return true;
        }
        if (is_part(p, C, at, n, k, p->K)) {
            snprintf(v->what, sizeof v->what,
                     "the sum has only the products from k = %d on, of %d", k, p->K);
            v->remedy = k == p->K - 1
                            ? "the last product alone is left: is each added, +=, "
                              "or does it replace the sum?"
                            : "the first products are missing: does k begin at 0, "
                              "and is the sum set to 0 once, before all others?";
            return true;
        }
    }
    return false;
}

/* True if each element is the sum with every tile of A, or of B, being the first: the
   one of the first `tile` columns of A, or rows of B. */
static bool is_first_tile(const struct matrix_problem *p, const float *C,
                          const size_t *at, int n, int tile, bool of_a)
{
    for (int i = 0; i < n; i++) {
        const size_t row = at[i] / p->N, col = at[i] % p->N;
        double sum = 0;

        for (int k = 0; k < p->K; k++)
            sum += (double)p->A[row * p->K + (of_a ? k % tile : k)] *
                   p->B[(size_t)(of_a ? k : k % tile) * p->N + col];
        if (!(fabs(with(p, at[i], sum) - C[at[i]]) <= slack(p, at[i])))
            return false;
    }
    return true;
}

/* A copy that forgets where its tile begins. */
static bool first_tile(const struct matrix_problem *p, const float *C, const size_t *at,
                       int n, struct wrong_value *v)
{
    enum { LARGEST = 64 };

    for (int tile = 2; tile <= LARGEST && tile < p->K; tile++)
        for (int of_a = 0; of_a <= 1; of_a++)
            if (is_first_tile(p, C, at, n, tile, of_a)) {
                snprintf(v->what, sizeof v->what,
                         "this is the correct value if every tile of %c is the first "
                         "one, of %d %s",
                         of_a ? 'A' : 'B', tile, of_a ? "columns" : "rows");
                v->remedy = of_a ? "a tile of A begins at column k0: is k0 in the "
                                   "index of A?"
                                 : "a tile of B begins at row k0: is k0 in the index "
                                   "of B?";
                return true;
            }
    return false;
}

/* Each is what another element must be. The place that a sum is made for and the one
   that it is stored in differ; no value tells which of them is wrong. */
static bool moved(const struct matrix_problem *p, const float *C, const double *ref,
                  const size_t *at, int n, struct wrong_value *v)
{
    const size_t all = (size_t)p->M * p->N;
    size_t from = 0;

    if (n < 2)
        return false;
    for (int i = n - 1; i >= 0; i--) {
        const double slight = slack(p, at[i]) / 2;

        for (from = 0; from < all && !(fabs(ref[from] - C[at[i]]) <= slight); from++)
            ;
        if (from == all)
            return false;
    }
    snprintf(v->what, sizeof v->what,
             "this is the correct value of row %zu, column %zu", from / p->N,
             from % p->N);
    v->remedy = "compare the row of A and the column of B that a sum is made of with "
                "the row and "
                "col of its store";
    v->roles |= 1 << STEP_PLACE;
    return true;
}

/* Each is right to two digits or so: no mistake of an index does that. */
static bool coarse(const struct matrix_problem *p, const float *C, const double *ref,
                   const size_t *at, int n, struct wrong_value *v)
{
    enum { FAR = 1000 }; /* of the bound: half floats round 2^13 times as coarsely */

    if (n < 4)
        return false;
    for (int i = 0; i < n; i++)
        if (!(fabs(ref[at[i]] - C[at[i]]) <= FAR * slack(p, at[i]) &&
              FAR * slack(p, at[i]) < 0.1))
            return false;
    snprintf(v->what, sizeof v->what,
             "this is nearly correct: the error of rounding is too large");
    v->remedy =
        "keep the sum in a float, and its products too: no half, no integer, no "
        "coarser function";
    v->roles = 1 << STEP_SUM | 1 << STEP_MULTIPLY;
    return true;
}

bool wrong_value(const struct matrix_problem *p, const float *C, const double *ref,
                 const size_t *at, int n, struct wrong_value *v)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(C[at[i]]))
            return false;
    if (n == 0)
        return false;
    v->roles = SUMS;
    if (part_of_sum(p, C, at, n, v))
        return true;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        if (explains(mistakes[i].value, p, C, at, n)) {
            snprintf(v->what, sizeof v->what, "%s", mistakes[i].what);
            v->remedy = mistakes[i].remedy;
            v->roles = mistakes[i].roles;
            return true;
        }
    return first_tile(p, C, at, n, v) || coarse(p, C, ref, at, n, v) ||
           moved(p, C, ref, at, n, v);
}
