/* sgemm_nt() as data: O = H W^T, with rows that may be longer than their columns. */
#include <math.h>

#include "operation/operation.h"

enum { M, N, K, LDH, LDW, LDO };
enum { H, W, O };

/* Row `row` of H times row `col` of W, in float64, and the sum of the magnitudes. */
static double dot(const struct problem *p, size_t row, size_t col, double *magnitude)
{
    const float *h = (const float *)p->array[H] + row * p->size[LDH];
    const float *w = (const float *)p->array[W] + col * p->size[LDW];
    double sum = 0;

    *magnitude = 0;
    for (int k = 0; k < p->size[K]; k++) {
        const double product = (double)h[k] * w[k]; /* exact: 24 + 24 bits */

        sum += product;
        *magnitude += fabs(product);
    }
    return sum;
}

/* K roundings at most in any order of summation (docs/tolerance.md). */
static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    double magnitude;

    (void)array;
    *ref = dot(p, row, col, &magnitude);
    *bound = element_gamma(ELEMENT_FLOAT, p->size[K]) * magnitude;
}

static struct work work(const struct problem *p)
{
    const double m = p->size[M], n = p->size[N], k = p->size[K];

    return (struct work){2 * m * n * k, sizeof(float) * (m * k + n * k + m * n)};
}

static double largest(const struct problem *p, int array)
{
    (void)array;
    return 2.0 * p->size[K];
}

static const float tried[][OPERATION_SCALARS] = {{0},
                                                 {0}}; /* none; with and without ld */

static const struct operation sgemm_nt_operation = {
    .name = "sgemm_nt",
    .header = "sgemm_nt.h",
    .formula = "O = H*W^T",
    .size = {"M", "N", "K", "ldh", "ldw", "ldo"},
    .tried = tried,
    .n_tried = 2,
    .array =
        {
            {"H", ELEMENT_FLOAT, USE_IN, M, K, LDH, "row * ldh + k",
             "row < M and k < K"},
            {"W", ELEMENT_FLOAT, USE_IN, N, K, LDW, "col * ldw + k",
             "col < N and k < K"},
            {"O", ELEMENT_FLOAT, USE_OUT, M, N, LDO, "row * ldo + col",
             "row < M and col < N"},
        },
    .advice =
        {
            "look at the indices, H[row * ldh + k], W[col * ldw + k] and "
            "O[row * ldo + col], and that a sum pairs the same k of both",
            "give every element of O a thread: round the grid up, as in (N + n - 1) / "
            "n "
            "for n columns per block",
            "O is read, and holds nothing before the call: write the sum alone",
        },
    .peer = {"cuBLAS"},
    .element = element,
    .largest = largest,
    .work = work,
    .product = {{.output = O, .left = H, .right = W, .k = "k"}},
};
OPERATION(sgemm_nt_operation);
